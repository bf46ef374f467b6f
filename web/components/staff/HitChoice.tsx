import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Closure, ClosureHit, HitKind, HitList } from '../../../shared/contract/facility/closures.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../api/apiError.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { touches } from '../../api/touches.ts'
import { Text } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import type { Errors } from '../form/useFields.ts'
import { type Form, useForm } from '../form/useForm.ts'
import classes from './HitChoice.module.css'

export const kindNames: Readonly<Record<HitKind, string>> = {
  booking: 'Cage booking',
  guest_booking: 'Guest booking',
  lesson: 'Lesson',
  class: 'Class session',
  camp: 'Camp',
  hold: 'Being paid for',
}

interface HitChoiceProps {
  hits: HitList
  choice: 'keep' | 'cancel'
  onChoose: (choice: 'keep' | 'cancel') => void
  kept: string
}

/** What is in the way, and what becomes of it. */
export const HitChoice = ({ hits, choice, onChoose, kept }: HitChoiceProps) => (
  <div ref={showIt} className={classes.choice}>
    <Note role="status">
      {hits.hits.length === 1 ? '1 booking is' : `${hits.hits.length} bookings are`} affected.
      {hits.refund > 0 && ` ${formatDollars(centsFromDollars(hits.refund))} was paid.`}
    </Note>
    <HitTable hits={hits.hits} />
    <RadioTiles
      legend="What Happens to Them"
      name="on-hits"
      tiles={[
        { value: 'keep' as const, title: kept, note: 'No one is told' },
        {
          value: 'cancel' as const,
          title: 'Cancel, Tell and Refund',
          note:
            hits.refund > 0
              ? `One message each, ${formatDollars(centsFromDollars(hits.refund))} refunded`
              : 'One message each',
        },
      ]}
      value={choice}
      onPick={onChoose}
    />
  </div>
)

/** It appears below what is on screen. */
const showIt = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The bookings, lessons, sessions and checkouts in the way, soonest first. */
export function HitTable({ hits }: { hits: readonly ClosureHit[] }) {
  const { data: facility } = useQuery(facilityQuery)
  const zone = facility?.time_zone
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <ul className={classes.hits} aria-label="What is booked there" tabIndex={0}>
      {hits.map(({ kind, id, title, person, people, start_time, end_time, paid, begun }) => (
        <li key={`${kind} ${id}`}>
          <span className={classes.what}>
            <strong>{person ?? title}</strong>
            <span>
              {kindNames[kind]}
              {person !== null && `, ${title}`}
              {people > 1 && `, ${people} places`}
            </span>
          </span>
          <Text as="span" size="md" numbers className={classes.when}>
            {zone &&
              `${formatDay(facilityDay(start_time, zone))}, ${formatTimeRange(start_time, end_time, zone)}`}
            <span>
              {begun
                ? 'Has begun: stays'
                : paid > 0
                  ? `${formatDollars(centsFromDollars(paid))} paid`
                  : 'Unpaid'}
            </span>
          </Text>
        </li>
      ))}
    </ul>
  )
}

interface Closing {
  cage_ids: string[]
  reason: string
  on_hits: 'keep' | 'cancel'
}

interface ClosingOptions<Times extends object> {
  /** The one that is changed; a new one without. */
  closure?: Closure | undefined
  times: Times
  rangeOf: (times: Times) => Pick<Closure, 'start_time' | 'end_time'>
  problemIn?: (times: Times) => Errors<Times> | undefined
  /** The cages that can be chosen. */
  cages: readonly { readonly id: string }[]
  /** Whether it is theirs to decide what becomes of what is booked there. */
  decides: boolean
  onSaved: (saved: AnswerOf<'POST /api/closures'>) => void
}

/** Closes cages in two steps: which, when and why; then what is booked there and what becomes of it. */
export function useClosing<Times extends object>(options: ClosingOptions<Times>) {
  const { closure, rangeOf, cages, decides } = options
  const [found, setFound] = useState<{ of: string; list: HitList }>()
  const rangeIn = (values: Times & Closing) => ({ ...rangeOf(values), cage_ids: values.cage_ids })
  /** What is booked there, of the cages and time that were looked at. */
  const hitsIn = (range: object) => (found?.of === JSON.stringify(range) ? found.list : undefined)
  const form: Form<Times & Closing> = useForm({
    values: {
      ...options.times,
      cage_ids: closure?.cages.map(({ id }) => id) ?? [],
      reason: closure?.reason ?? '',
      on_hits: 'keep',
    } as Times & Closing,
    check(values): Errors<Times & Closing> {
      if (values.cage_ids.length === 0)
        return { cage_ids: 'Please choose at least one cage.' } as Errors<Times & Closing>
      const none = values.reason.trim() === '' ? { reason: 'Please write a reason.' } : {}
      return (options.problemIn?.(values) ?? none) as Errors<Times & Closing>
    },
    // What is booked there is shown first, and again where it has changed.
    async send(values, once) {
      const range = rangeIn(values)
      const look = async () => {
        const list = await call('POST /api/closures/preview', range)
        setFound(list.hits.length > 0 ? { of: JSON.stringify(range), list } : undefined)
        return list
      }
      const shown = decides ? hitsIn(range) : undefined
      const known = shown ?? (await look())
      if (known.hits.length > 0 && !shown) return null
      const { reason, on_hits } = values
      const wanted = { ...range, reason, on_hits, fingerprint: known.fingerprint }
      try {
        if (!closure) return await once('POST /api/closures', wanted)
        const change = { closure_id: closure.id, expected_revision: closure.revision, ...wanted }
        return await once('PATCH /api/closures/:closure_id', change)
      } catch (error) {
        if (isRefusal(error, 'closure_hits_changed')) await look()
        throw error
      }
    },
    touches: touches.closures,
    staysOpen: true,
    onDone: (saved) => saved && options.onSaved(saved),
  })
  const { cage_ids, on_hits } = form.values
  const set = (part: Partial<Closing>) => form.set(part as Partial<Times & Closing>)
  // While a day is being typed there is no range.
  const hits = options.problemIn?.(form.values) ? undefined : hitsIn(rangeIn(form.values))
  const isAll = cages.length > 0 && cages.every(({ id }) => cage_ids.includes(id))
  return {
    form,
    hits,
    /** Of the second step; of the first, its caller says it. */
    submit: hits && decides && (on_hits === 'cancel' ? 'Close and Cancel Them' : 'Close and Keep Them'),
    choice: hits && decides && (
      <HitChoice
        hits={hits}
        choice={on_hits}
        onChoose={(chosen) => set({ on_hits: chosen })}
        kept="Keep Them Booked"
      />
    ),
    allCages: {
      label: 'All Cages',
      checked: isAll,
      indeterminate: cage_ids.length > 0 && !isAll,
      onChange: () => set({ cage_ids: isAll ? [] : cages.map(({ id }) => id) }),
    },
  }
}
