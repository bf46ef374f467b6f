import { memo, type SyntheticEvent, useState } from 'react'
import type { Cage } from '../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { slotMinutes, slotMs } from '../../../shared/domain/bookings/slots.ts'
import { formatPrice, formatRate } from '../../../shared/domain/money/money.ts'
import { priceSessions } from '../../../shared/domain/money/pricing.ts'
import type { FreeSession } from '../../../shared/domain/programs/freeSessions.ts'
import { formatDay, formatMinutes, formatTime } from '../../../shared/domain/time/timeFormat.ts'
import { useSession } from '../../api/session.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { NextFreeDay } from './NextFree.tsx'
import classes from './PhoneTimes.module.css'
import { chosenSession, sessionsOf, slotsOfSession } from './phoneSessions.ts'
import { Switch, SwitchLink } from './Switch.tsx'
import { type SessionLength, sessionLengths } from './sessionLengths.ts'
import type { SlotView } from './slotView.ts'

export interface PhoneTimesProps {
  slots: SlotView
  minutes: SessionLength
  onTurnTo: (day: string) => void
}

/** The starts of a day at which a cage is free for so long. The chosen one shows which cages these are. */
export function PhoneTimes({ slots, minutes, onTurnTo }: PhoneTimesProps) {
  const { grid, selected, onChoose } = slots
  const sessions = sessionsOf(grid, minutes)
  const chosen = chosenSession(grid, selected, minutes)
  /** When the session starts whose cage was left to us. */
  const [anyAt, setAnyAt] = useState<number | null>(null)
  const isOurs = chosen !== null && grid.slots[chosen.at]?.start.getTime() === anyAt

  function choose(session: FreeSession, cageId: string | null, length: SessionLength) {
    const { at, any } = session
    setAnyAt(cageId === null ? (grid.slots[at]?.start.getTime() ?? null) : null)
    onChoose(slotsOfSession(grid, { at, cageId: cageId ?? any, minutes: length }))
  }

  /** A row takes any free cage, or gives its session up; a cage is chosen in its row. */
  function press(event: SyntheticEvent) {
    const { at, cage } = (event.target as Element).closest<HTMLElement>('button')?.dataset ?? {}
    const session = sessions.find((candidate) => String(candidate.at) === at)
    if (!session) return
    if (cage === undefined && chosen?.at === session.at) onChoose([])
    else choose(session, cage || null, minutes)
  }

  /** What is chosen becomes longer or shorter with the times, in its own cage where that is free. */
  function changeLength(length: SessionLength) {
    const session = chosen && sessionsOf(grid, length).find(({ at }) => at === chosen.at)
    if (!session) return
    const isKept = !isOurs && session.cageIds.includes(chosen.cageId)
    choose(session, isKept ? chosen.cageId : null, length)
  }

  return (
    <>
      <Switch label="How long">
        {sessionLengths.map((length) => (
          <SwitchLink
            key={length}
            isCurrent={length === minutes}
            search={{ length }}
            label={`${length} minutes`}
            onPress={() => changeLength(length)}
          >
            {length}
            {length === sessionLengths.at(-1) && ' min'}
          </SwitchLink>
        ))}
      </Switch>
      {sessions.length === 0 ? (
        <Stack gap="sm" className={classes.none}>
          <p className={classes.noneText}>
            No cage is free for {formatMinutes(minutes)} on {formatDay(slots.day)}.
          </p>
          <NextFreeDay day={slots.day} onTurnTo={onTurnTo} />
        </Stack>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: buttons turn keys into presses
        <ul className={classes.times} aria-label={`Free times on ${grid.dayLabel}`} onClick={press}>
          <Sessions
            slots={slots}
            minutes={minutes}
            sessions={sessions}
            chosen={chosen && { at: chosen.at, cageId: isOurs ? null : chosen.cageId, inCage: chosen.cageId }}
          />
        </ul>
      )}
    </>
  )
}

interface SessionsProps {
  slots: SlotView
  minutes: SessionLength
  sessions: readonly FreeSession[]
  /** `cageId` is null where any free cage was wanted. */
  chosen: { at: number; cageId: string | null; inCage: string } | null
}

function Sessions({ slots: { grid, facility }, minutes, sessions, chosen }: SessionsProps) {
  const priceOf = usePrices(facility, minutes)
  return sessions.map((session, index) => {
    const slot = grid.slots[session.at]
    const cages = grid.cages.filter(({ id }) => session.cageIds.includes(id))
    if (!slot) return null
    const row = { at: session.at, isFirst: index === 0 }
    if (chosen?.at !== session.at) {
      return <TimeRow key={row.at} {...row} time={slot.time} note={freeText(cages, priceOf)} />
    }
    const end = new Date(slot.start.getTime() + (minutes / slotMinutes) * slotMs)
    const cage = cages.find(({ id }) => id === chosen.inCage)
    return (
      <OpenRow
        key={row.at}
        {...row}
        times={`${slot.time} – ${formatTime(end, facility.time_zone)}`}
        price={cage ? formatPrice(priceOf(cage)) : ''}
        cages={cages}
        chosenCage={chosen.cageId}
      />
    )
  })
}

interface TimeRowProps {
  at: number
  time: string
  /** '6 cages free · $30' */
  note: string
  /** Where a key that turned to this day puts the focus. */
  isFirst: boolean
}

const TimeRow = memo((row: TimeRowProps) => (
  <li className={classes.item}>
    <RowButton {...row} isOpen={false} />
  </li>
))

const RowButton = ({ at, time, note, isFirst, isOpen }: TimeRowProps & { isOpen: boolean }) => (
  <button
    type="button"
    className={classes.row}
    data-at={at}
    data-cell={isFirst ? '' : undefined}
    tabIndex={0}
    aria-expanded={isOpen}
  >
    <span className={classes.time}>{time}</span>
    <Text as="span" tone="dim" size="sm">
      {note}
    </Text>
  </button>
)

interface OpenRowProps extends Pick<TimeRowProps, 'at' | 'isFirst'> {
  times: string
  price: string
  cages: readonly Cage[]
  /** Null for any free cage. */
  chosenCage: string | null
}

function OpenRow({ at, times, price, cages, chosenCage, isFirst }: OpenRowProps) {
  return (
    <li className={classes.open}>
      <RowButton at={at} time={times} note={price} isFirst={isFirst} isOpen />
      <Row role="group" aria-label={`Cage for ${times}`} gap={6} align="stretch" className={classes.cages}>
        <CageButton at={at} cage="" isChosen={chosenCage === null}>
          Any free cage
        </CageButton>
        {cages.map(({ id, name }) => (
          <CageButton key={id} at={at} cage={id} isChosen={chosenCage === id}>
            {name}
          </CageButton>
        ))}
      </Row>
    </li>
  )
}

interface CageButtonProps {
  at: number
  cage: string
  isChosen: boolean
  children: string
}

const CageButton = ({ at, cage, isChosen, children }: CageButtonProps) => (
  <button type="button" className={classes.cage} data-at={at} data-cage={cage} aria-pressed={isChosen}>
    {isChosen && <span aria-hidden>✓ </span>}
    {children}
  </button>
)

/** What a session costs in a cage, in cents, with a member's discount where there is one. */
function usePrices(facility: Facility, minutes: number): (cage: Cage) => number {
  const session = useSession()
  const isMember = session.status === 'signed-in' && session.subscribed
  const percent = isMember ? facility.member_cage_discount_percent : 0
  return (cage) => priceSessions([{ rates: cage, minutes }], percent).total
}

/** '6 cages free · $30', or 'from $30' where they cost differently. */
function freeText(cages: readonly Cage[], priceOf: (cage: Cage) => number): string {
  const prices = new Set(cages.map(priceOf))
  const price = formatRate(Math.min(...prices))
  return `${cages.length === 1 ? '1 cage' : `${cages.length} cages`} free · ${prices.size > 1 ? 'from ' : ''}${price}`
}
