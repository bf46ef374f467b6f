import { VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { dayChoices } from '../../components/dayChoices.ts'
import { focusCell } from '../../components/grid/CageRows.tsx'
import { Stack } from '../../ui/layout.tsx'
import { CageTable } from './CageTable.tsx'
import { EarlierTimesButton, useEarlierTimes } from './EarlierTimes.tsx'
import { PhoneDay } from './PhoneDay.tsx'
import classes from './SlotGrid.module.css'
import { cellStateOf, type SlotView } from './slotView.ts'
import { useLargeScreen } from './useLargeScreen.ts'

interface SlotGridProps extends Omit<SlotView, 'folded'> {
  /** The day that a key has turned to: its grid takes the focus, also when it comes only after a skeleton. */
  turnedTo: RefObject<string | null>
}

/** The slots of a day: a table on large screens, rows of cages or of times on small ones (spec 1 §2.4). */
export function SlotGrid({ turnedTo, ...given }: SlotGridProps) {
  const { grid, day, range, facility, now } = given
  const large = useLargeScreen()
  const navigate = useNavigate()
  const slots = useRef<HTMLDivElement>(null)
  const earlier = useEarlierTimes(day, grid, now)
  const view = { ...given, folded: earlier.isShown ? 0 : earlier.count }

  useEffect(() => {
    if (turnedTo.current !== day) return
    turnedTo.current = null
    focusCell(slots.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]'))
  }, [day, turnedTo])

  function changeDay(event: KeyboardEvent) {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return
    event.preventDefault()
    const { previousDay, nextDay } = dayChoices(day, range, facility)
    const date = event.key === 'PageUp' ? previousDay : nextDay
    if (date) turnTo(date)
  }

  function turnTo(date: string) {
    turnedTo.current = date
    void navigate({ to: '/book-cage', search: { date }, resetScroll: false })
  }

  if (grid.cages.length === 0) {
    return <p className={classes.empty}>No cages can be booked online at the moment. Please call us.</p>
  }
  const explained = (
    <div className={classes.above}>
      <SlotLegend view={view} />
      <EarlierTimesButton {...earlier} />
    </div>
  )
  return (
    <Stack
      as="section"
      gap="xs"
      aria-label={`Slots on ${grid.dayLabel}`}
      data-laid-out={large ? 'large' : 'small'}
    >
      {large && explained}
      <VisuallyHidden component="p" id="slot-keys">
        Arrow keys move between slots, space selects, Page Up and Page Down change the day.
      </VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the slots inside, which are buttons */}
      <div ref={slots} onKeyDown={changeDay}>
        {large ? (
          <CageTable {...view} />
        ) : (
          <PhoneDay {...view} onTurnTo={turnTo}>
            {explained}
          </PhoneDay>
        )}
      </div>
    </Stack>
  )
}

/** What the looks of the slots mean. Those that are not always there are explained where they are. */
function SlotLegend({ view }: { view: SlotView }) {
  const { grid, folded } = view
  const shown = new Set(
    grid.slots.slice(folded).flatMap(({ start }) => grid.cages.map(({ id }) => cellStateOf(view, id, start))),
  )
  return (
    <ul className={classes.legend} aria-label="Legend">
      {legend
        .filter(({ state, always }) => always || shown.has(state))
        .map(({ state, text }) => (
          <li key={state} className={classes.legendItem}>
            <span className={classes.swatch} data-state={state} />
            {text}
          </li>
        ))}
    </ul>
  )
}

const legend = [
  { state: 'Available', text: 'Available', always: true },
  { state: 'Selected', text: 'Selected', always: true },
  { state: 'Booked', text: 'Booked', always: true },
  { state: 'Own', text: 'Yours', always: false },
  { state: 'Past', text: 'Past', always: false },
  { state: 'Closed', text: 'Closed', always: false },
] as const
