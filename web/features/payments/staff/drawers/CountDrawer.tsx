import { Button, TextInput } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconCircleCheck, IconMinus, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import type { DrawerShift } from '../../../../../shared/contract/payments/drawers.ts'
import {
  bills,
  countedCents,
  type DifferenceReason,
  differenceReasons,
  differenceText,
} from '../../../../../shared/domain/money/drawer.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { touches } from '../../../../api/touches.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { Grid, Row, Text } from '../../../../ui/layout.tsx'
import { MoneyField, NumberField } from '../../../../ui/NumberField.tsx'
import { moneyText, readNumber } from '../../../../ui/typedNumber.ts'
import counting from './CountDrawer.module.css'
import { DrawerSums, signed, takenBy } from './DrawerSums.tsx'
import classes from './drawers.module.css'

export const reasonTexts: Readonly<Record<DifferenceReason, string>> = {
  wrong_change: 'Wrong change',
  expense: 'Expense',
  not_found: 'Not found',
  other: 'Other',
}

/** What someone has entered so far. It outlives a reload: nobody counts twice. */
interface Counted {
  readonly pieces: Readonly<Record<string, string>>
  readonly left: string
  readonly reader: string
  readonly reason: DifferenceReason | null
  readonly note: string
}

/** A drawer's count beside what is expected in it, and the button that closes it for good. */
export function CountDrawer({ shift }: { shift: DrawerShift }) {
  const [entered, setEntered] = useSessionStorage<Counted>({
    key: `drawer-${shift.id}`,
    defaultValue: { pieces: {}, left: moneyText(shift.opening_float), reader: '', reason: null, note: '' },
    getInitialValueInEffect: false,
  })
  const enter = (change: Partial<Counted>) => setEntered((before) => ({ ...before, ...change }))
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const reasons = useRef<HTMLFieldSetElement>(null)
  const navigate = useNavigate()

  const counts = Object.fromEntries(
    Object.entries(entered.pieces).map(([cents, typed]) => [cents, readNumber(typed) || 0]),
  )
  const counted = countedCents(counts)
  const difference = counted - Math.round(shift.expected * 100)
  // In the morning nothing is counted, and so nothing is short.
  const isCounted = difference === 0 || Object.values(entered.pieces).some((typed) => typed.trim() !== '')
  const left = readNumber(entered.left)
  const reader = entered.reader.trim() === '' ? null : readNumber(entered.reader)
  const card = takenBy(shift, 'desk_card')

  function ask() {
    const found = problemOf()
    setProblem(found)
    if (found === null) setAsking(true)
    else if (isCounted && difference !== 0 && entered.reason === null)
      reasons.current?.querySelector('input')?.focus()
  }

  function problemOf(): string | null {
    if (Object.values(counts).some((count) => !Number.isInteger(count)))
      return 'Enter whole numbers of bills and coins.'
    if (!isCounted) return 'Count the drawer first. Enter 0 where it is empty.'
    if (difference !== 0 && entered.reason === null) return 'Choose a reason first.'
    if (Number.isNaN(left)) return 'Enter what you leave in the drawer, like 200 or 0.'
    if (centsFromDollars(moneyText(left)) > counted)
      return 'You can’t leave more in the drawer than you counted.'
    return reader !== null && Number.isNaN(reader) ? 'Enter the reader’s total, or leave it empty.' : null
  }

  return (
    <div className={classes.counting}>
      <section className={classes.card} aria-label="Count the drawer">
        <header className={classes.cardHead}>
          <h2>Count the Drawer</h2>
          <span>Enter goes to the next row</span>
        </header>
        <Pieces
          pieces={entered.pieces}
          onChange={(pieces) => enter({ pieces })}
          onLast={() => reasons.current?.querySelector('input')?.focus()}
        />
        <div className={counting.countedTotal}>
          <span>Counted</span> <output aria-live="polite">{formatDollars(counted)}</output>
        </div>
      </section>
      <div className={classes.side}>
        <section className={classes.card} aria-label="Drawer">
          <header className={classes.cardHead}>
            <h2>{shift.drawer}</h2>
            <span>{shift.keeper_name}</span>
          </header>
          <DrawerSums shift={shift} />
          {isCounted && (
            <>
              <Row as="p" gap="md" apart className={classes.line}>
                <span>Counted</span> <strong>{formatDollars(counted)}</strong>
              </Row>
              <div className={classes.difference} data-agrees={difference === 0 || undefined} role="status">
                <span>
                  <strong>{difference === 0 ? 'No difference' : 'Difference'}</strong>
                  {differenceText(difference, formatDollars)}
                </span>
                <strong className={classes.differenceAmount}>{signed(difference / 100)}</strong>
              </div>
              {difference !== 0 && <Reasons of={reasons} entered={entered} onEnter={enter} />}
            </>
          )}
        </section>
        <section className={classes.card} aria-label="Card reader">
          <header className={classes.cardHead}>
            <h2>Card Reader</h2>
          </header>
          <Row as="p" gap="md" apart className={classes.line}>
            <span>Taken here, {card.text}</span> <strong>{signed(card.amount)}</strong>
          </Row>
          <Row gap="md" apart className={classes.line}>
            <label htmlFor="reader-total">The reader’s own total</label>
            <MoneyField
              id="reader-total"
              className={classes.amount ?? ''}
              placeholder="Optional"
              value={entered.reader}
              onChange={(text) => enter({ reader: text })}
            />
          </Row>
          {reader !== null && !Number.isNaN(reader) && (
            <Row
              as="p"
              gap={6}
              nowrap
              className={classes.agrees}
              data-agrees={reader === card.amount || undefined}
              role="status"
            >
              {reader === card.amount ? (
                <>
                  <IconCircleCheck size={18} aria-hidden /> They agree
                </>
              ) : (
                `They differ by ${signed(Math.round((reader - card.amount) * 100) / 100)}`
              )}
            </Row>
          )}
        </section>
        <section className={classes.card} aria-label="Tomorrow">
          <header className={classes.cardHead}>
            <h2>Tomorrow</h2>
          </header>
          <Row gap="md" apart className={classes.line}>
            <label htmlFor="left-in-drawer">Leave in the drawer</label>
            <MoneyField
              id="left-in-drawer"
              className={classes.amount ?? ''}
              value={entered.left}
              onChange={(text) => enter({ left: text })}
            />
          </Row>
          <Row as="p" gap="md" apart className={classes.line}>
            <span>To the bank</span>{' '}
            <strong>
              {!isCounted || Number.isNaN(left) ? '—' : signed((counted - Math.round(left * 100)) / 100)}
            </strong>
          </Row>
        </section>
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <Button size="lg" color="stitch.6" onClick={ask}>
          Close Day
        </Button>
      </div>
      <ConfirmAction
        of={asking || undefined}
        onClose={() => setAsking(false)}
        asks={{
          title: 'Close this drawer?',
          text: `${formatDollars(counted)} counted. ${differenceText(difference, formatDollars)}. A closed drawer stays as it is; money that comes later belongs to the next one.`,
          label: 'Close Day',
        }}
        send={(_, once) =>
          once('POST /api/admin/drawers/:shift_id/close', {
            shift_id: shift.id,
            counts,
            expected: shift.expected,
            left_in_drawer: Number(moneyText(left)),
            reader_total: reader === null ? null : Number(moneyText(reader)),
            ...(difference !== 0 && {
              difference_reason: entered.reason,
              ...(entered.note.trim() && { difference_note: entered.note.trim() }),
            }),
          })
        }
        touches={touches.drawers}
        onDone={() => void navigate({ to: '/admin/close-day', search: { closing: shift.id } })}
      />
    </div>
  )
}

interface ReasonsProps {
  of: RefObject<HTMLFieldSetElement | null>
  entered: Counted
  onEnter: (change: Partial<Counted>) => void
}

function Reasons({ of, entered, onEnter }: ReasonsProps) {
  const name = useId()
  return (
    <Grid as="fieldset" gap={8} ref={of} className={classes.reasons}>
      <legend>Why?</legend>
      <Row gap={8} align="stretch">
        {differenceReasons.map((reason) => (
          <label key={reason} className={classes.pill}>
            <input
              type="radio"
              name={name}
              checked={entered.reason === reason}
              onChange={() => onEnter({ reason })}
            />
            {reasonTexts[reason]}
          </label>
        ))}
      </Row>
      <TextInput
        aria-label="What happened"
        placeholder="What happened (optional)"
        maxLength={500}
        value={entered.note}
        onChange={({ currentTarget }) => onEnter({ note: currentTarget.value })}
      />
    </Grid>
  )
}

interface PiecesProps {
  pieces: Readonly<Record<string, string>>
  onChange: (pieces: Record<string, string>) => void
  /** Enter in the last field. */
  onLast: () => void
}

/** A line for each bill and coin: less, a number, more, and what they are worth. */
function Pieces({ pieces, onChange, onLast }: PiecesProps) {
  const list = useRef<HTMLDivElement>(null)
  const set = (cents: number, typed: string) => onChange({ ...pieces, [cents]: typed })

  function goDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const fields = [...(list.current?.querySelectorAll('input') ?? [])]
    const next = fields[fields.indexOf(event.currentTarget) + 1]
    if (next) next.focus()
    else onLast()
  }

  return (
    <div ref={list}>
      {(['Bills', 'Coins'] as const).map((title) => (
        <fieldset key={title}>
          <Text as="legend" tone="dim" size="sm" strong className={counting.kind}>
            {title}
          </Text>
          {bills
            .filter(({ coin }) => coin === (title === 'Coins'))
            .map(({ cents, name }) => {
              const typed = pieces[cents] ?? ''
              const count = readNumber(typed) || 0
              return (
                <div key={cents} className={counting.piece}>
                  <span>{name}</span>
                  <div className={counting.stepper}>
                    <button
                      type="button"
                      aria-label={`${name}: one less`}
                      disabled={count < 1}
                      onClick={() => set(cents, String(Math.max(0, Math.floor(count) - 1)))}
                    >
                      <IconMinus size={16} aria-hidden />
                    </button>
                    <NumberField
                      aria-label={name}
                      variant="unstyled"
                      placeholder="0"
                      maxLength={6}
                      value={typed}
                      error={typed !== '' && !Number.isInteger(readNumber(typed))}
                      onFocus={({ currentTarget }) => currentTarget.select()}
                      onKeyDown={goDown}
                      onChange={(text) => set(cents, text)}
                    />
                    <button
                      type="button"
                      aria-label={`${name}: one more`}
                      onClick={() => set(cents, String(Math.floor(count) + 1))}
                    >
                      <IconPlus size={16} aria-hidden />
                    </button>
                  </div>
                  <span className={classes.worth} data-none={count === 0 || undefined}>
                    {Number.isInteger(count) ? formatDollars(count * cents) : '—'}
                  </span>
                </div>
              )
            })}
        </fieldset>
      ))}
    </div>
  )
}
