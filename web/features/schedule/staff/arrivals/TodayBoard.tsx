import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconClock, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleDay } from '../../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../../shared/contract/facility/facility.ts'
import { openState } from '../../../../../shared/domain/facility/openState.ts'
import { centsFromDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatTime, withoutHalfDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { useScheduleDay } from '../../../../api/queries/scheduleDay.ts'
import { useMinuteClock } from '../../../../components/useMinuteClock.ts'
import { Grid, Row, Text } from '../../../../ui/layout.tsx'
import { ActionMenu } from '../../../../ui/staff/ActionMenu.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { useOnline } from '../../../../ui/useOnline.ts'
import { arrivalAct, arrivalOf, lateOf } from '../../../bookings/staff/arrival.ts'
import { CreateBookingDialog } from '../../../bookings/staff/CreateBookingDialog.tsx'
import type { CreatePrefill } from '../../../bookings/staff/createBooking.ts'
import { type BookingAction, useBookingActions } from '../../../bookings/staff/useBookingActions.tsx'
import { ArrivalAsks } from '../../../programs/staff/ToAsk.tsx'
import { type DayThing, dayLayout } from '../grid/dayLayout.ts'
import { selectCells } from '../grid/daySelection.ts'
import { QuickDialog } from '../grid/QuickPopover.tsx'
import { titleOf, whatOf } from '../grid/tileText.ts'
import { ArrivalButtons } from './ArrivalButtons.tsx'
import classes from './TodayBoard.module.css'
import { type Arrivals, arrivalsOf, boardOf, type CageNow } from './todayBoard.ts'

/** What the desk does now: who is in, who comes, who is late, and which cages are free. It is live, and follows the clock. */
export function TodayBoard({ facility }: { facility: Facility }) {
  const now = useMinuteClock()
  const day = facilityDay(now, facility.time_zone)
  const query = useScheduleDay(day)
  const online = useOnline()
  return (
    <Grid as="section" gap="sm" shrinks aria-label="Today" aria-busy={!query.data}>
      {query.error && (
        <ErrorAlert
          error={query.error}
          text="Could not load today. Try again."
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (query.error || !online) && (
        <p className={classes.empty} role="status">
          {online ? 'Dugout does not answer.' : 'You’re offline.'} This is how it was at{' '}
          {formatTime(new Date(query.dataUpdatedAt), facility.time_zone)}.
        </p>
      )}
      {query.data ? (
        <Board day={day} now={now} facility={facility} schedule={query.data} />
      ) : (
        !query.error && <Skeleton height="24rem" radius="lg" />
      )}
    </Grid>
  )
}

interface BoardProps {
  day: string
  now: Date
  facility: Facility
  schedule: ScheduleDay
}

interface Shown {
  readonly now: Date
  readonly zone: string
  /** In minutes. */
  readonly lateAfter: number
  readonly actionsOf: (booking: ListedBooking) => readonly BookingAction[]
}

function Board({ day, now, facility, schedule }: BoardProps) {
  const isPhone = useMediaQuery('(width < 62em)', false, { getInitialValueInEffect: false })
  const layout = useMemo(() => dayLayout(day, facility, schedule, now), [day, facility, schedule, now])
  const [walkIn, setWalkIn] = useState<{ column: number; rows: number; row: number }>()
  const [creating, setCreating] = useState<CreatePrefill>()
  const cages = boardOf(layout, now)
  const arrivals = arrivalsOf(schedule.bookings, now, facility.late_after_minutes)
  const navigate = useNavigate()
  const { actionsOf, dialogs } = useBookingActions(
    ({ id }) => void navigate({ to: '/admin/schedule', search: { open: id } }),
  )
  const shown = { now, zone: facility.time_zone, lateAfter: facility.late_after_minutes, actionsOf }
  const start = (column: number, row: number) => setWalkIn({ column, row, rows: 1 })
  if (cages.length === 0)
    return <p className={classes.empty}>No cages yet. An admin adds them in Settings.</p>
  if (cages.every(({ now: isIn, next, free }) => !isIn && !next && !free))
    return <p className={classes.empty}>{quietText(now, facility, schedule.bookings)}</p>
  const selection =
    walkIn &&
    selectCells(
      layout,
      { row: walkIn.row, column: walkIn.column },
      { row: walkIn.row + walkIn.rows - 1, column: walkIn.column },
    )
  return (
    <>
      <FreeNow cages={cages} {...shown} onStart={start} />
      {isPhone ? (
        <ArrivalLists arrivals={arrivals} cages={cages} {...shown} />
      ) : (
        <>
          <CageTable cages={cages} {...shown} onStart={start} />
          {arrivals.late.length > 0 && <LateList late={arrivals.late} {...shown} />}
        </>
      )}
      {selection && walkIn && (
        <QuickDialog
          layout={layout}
          selection={selection}
          now={now}
          opened
          onSelect={(from, to) => setWalkIn({ ...walkIn, rows: to.row - from.row + 1 })}
          onClose={() => setWalkIn(undefined)}
          onCreate={(prefill) => {
            setWalkIn(undefined)
            setCreating({ kind: 'cage', ...prefill })
          }}
        />
      )}
      <CreateBookingDialog of={creating} onClose={() => setCreating(undefined)} />
      {dialogs}
    </>
  )
}

/** Before opening, after closing and on a closed day, in place of a row of closed cages. */
function quietText(now: Date, facility: Facility, bookings: readonly ListedBooking[]): string {
  const count = bookings.filter(({ status }) => status !== 'canceled').length
  const booked = count === 1 ? '1 booking' : `${count} bookings`
  return `${openState(now, facility)}. ${booked} today.`
}

type OnStart = (column: number, row: number) => void

/** 'Free Now: + Cage 2 until 6:00 PM': a press begins a walk-in. */
function FreeNow({ cages, zone, onStart }: Shown & { cages: readonly CageNow[]; onStart: OnStart }) {
  const free = cages.filter((cage) => cage.free !== null)
  if (free.length === 0) return null
  return (
    <Row as="section" nowrap shrinks id="free-now" aria-label="Free Now" className={classes.free}>
      <strong aria-hidden>Free now</strong>
      <ul>
        {free.map(({ cage, column, free: time }) => (
          <li key={cage.id}>
            <button type="button" className={classes.chip} onClick={() => time && onStart(column, time.row)}>
              <IconPlus size={16} stroke={2.5} aria-hidden />
              <VisuallyHidden>Walk-in, </VisuallyHidden>
              <span>{cage.name}</span>
              {time && <small>until {clock(time.until, zone)}</small>}
            </button>
          </li>
        ))}
      </ul>
    </Row>
  )
}

/** One row a cage: who is in now, and who comes within the hour. */
const CageTable = ({ cages, onStart, ...shown }: Shown & { cages: readonly CageNow[]; onStart: OnStart }) => (
  <div className={classes.board}>
    <table>
      <thead>
        <tr>
          <th scope="col">Cage</th>
          <th scope="col">Now</th>
          <th scope="col">Next Hour</th>
        </tr>
      </thead>
      <tbody>
        {cages.map((one) => (
          <tr key={one.cage.id}>
            <th scope="row">{one.cage.name}</th>
            <td>
              {one.now ? (
                <Thing thing={one.now} {...shown} />
              ) : (
                <Row gap={8} nowrap className={classes.row}>
                  <span className={classes.sign} data-sign="free" />
                  <Text as="span" tone="dim" grow>
                    {freeText(one, shown.zone)}
                  </Text>
                  {one.free && (
                    <Button
                      variant="default"
                      className={classes.walkIn ?? ''}
                      leftSection={<IconPlus size={16} aria-hidden />}
                      aria-label={`Walk-In, ${one.cage.name}`}
                      onClick={() => one.free && onStart(one.column, one.free.row)}
                    >
                      Walk-In
                    </Button>
                  )}
                </Row>
              )}
            </td>
            <td>{one.next ? <Thing thing={one.next} {...shown} isNext /> : <span aria-hidden>–</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** '6:00': within the next hours nobody asks which half of the day. */
const clock = (instant: Parameters<typeof formatTime>[0], zone: string): string =>
  withoutHalfDay(formatTime(instant, zone))

const freeText = ({ cage, free }: CageNow, zone: string): string =>
  free ? `Free until ${clock(free.until, zone)}` : cage.is_active ? 'Closed' : 'Out of service'

interface ThingProps extends Shown {
  thing: DayThing
  isNext?: boolean
  /** Said first where the list has no cages of its own. */
  cage?: string | undefined
}

/** A booking, class, camp or closure: its state, its name and until when, and the one press that it needs. */
function Thing({ thing, now, zone, lateAfter, actionsOf, isNext = false, cage }: ThingProps) {
  const { booking, block } = thing
  const { start_time, end_time } = booking ?? block
  const arrival = booking && arrivalOf(booking, now)
  const late = booking ? lateOf(booking, now, lateAfter) : null
  const actions = booking ? actionsOf(booking) : []
  function onKeyDown(event: KeyboardEvent) {
    const wanted =
      arrival && !event.ctrlKey && !event.metaKey && !event.altKey && arrivalAct(event.key, arrival)
    const action = actions.find(({ act }) => act === wanted)
    if (!action) return
    void action.onSelect?.()
    event.preventDefault()
  }
  const minutes = Math.round((Date.parse(start_time) - now.getTime()) / 60_000)
  const facts = [
    cage,
    isNext && minutes > 0 && minutes <= 15 && `in ${minutes} min`,
    `until ${clock(end_time, zone)}`,
    booking?.kind !== 'booking' && booking?.kind !== 'guest_booking' && whatOf(thing),
    cage && arrival?.isUnpaid && booking && `${formatRate(centsFromDollars(booking.total_cost))} due`,
  ].filter(Boolean)
  const used = (now.getTime() - Date.parse(start_time)) / (Date.parse(end_time) - Date.parse(start_time))
  return (
    <Row gap={8} nowrap className={classes.row} onKeyDown={onKeyDown}>
      {isNext ? (
        <Text as="strong" numbers rigid className={classes.start}>
          {clock(start_time, zone)}
        </Text>
      ) : (
        <span className={classes.sign} data-sign={arrival?.isIn ? 'in' : late !== null ? 'late' : 'other'}>
          {arrival?.isIn && <IconCheck size={14} stroke={3} role="img" aria-label="Checked in" />}
          {late !== null && <IconClock size={16} aria-hidden />}
        </span>
      )}
      <Text as="span" breaks grow className={classes.who}>
        {booking ? (
          <Link to="/admin/schedule" search={{ open: booking.id }}>
            {titleOf(thing)}
          </Link>
        ) : (
          <strong>{titleOf(thing)}</strong>
        )}
        <Text as="span" tone="dim" size="xs" numbers className={classes.facts}>
          {late !== null && <b>{late} min late</b>}
          {late !== null && ' · '}
          {facts.join(' · ')}
        </Text>
        {arrival && !arrival.isIn && booking && (
          <ArrivalAsks day={facilityDay(start_time, zone)} ids={booking.ids} />
        )}
      </Text>
      {booking && <ArrivalButtons booking={booking} now={now} actions={actions} />}
      {booking && <ActionMenu label={`Actions for ${titleOf(thing)}`} actions={actions} />}
      {arrival?.isIn && !isNext && used > 0 && (
        <span aria-hidden className={classes.used} style={{ inlineSize: `${Math.min(1, used) * 100}%` }} />
      )}
    </Row>
  )
}

/** What can be done about who is late, beside checking them in. */
function LateList({ late, now, lateAfter, actionsOf }: Shown & { late: readonly ListedBooking[] }) {
  return (
    <section aria-label="Late" className={classes.late}>
      <h2>
        Late <span>{late.length}</span>
      </h2>
      <ul>
        {late.map((booking) => {
          const who = booking.participant_name ?? booking.customer_name ?? 'Guest'
          return (
            <li key={booking.id}>
              <Text as="span" breaks grow className={classes.who}>
                <strong>{who}</strong>
                <Text as="span" tone="dim" size="xs" numbers className={classes.facts}>
                  {booking.cage_name} · {lateOf(booking, now, lateAfter)} min
                </Text>
              </Text>
              {booking.customer_phone && (
                <Button
                  component="a"
                  variant="default"
                  size="sm"
                  href={`tel:${booking.customer_phone}`}
                  aria-label={`Call ${who}`}
                >
                  Call
                </Button>
              )}
              {actionsOf(booking)
                .filter(({ act }) => act === 'no_show' || act === 'free_rest')
                .map(({ act, label, onSelect }) => (
                  <Button
                    key={act}
                    variant="default"
                    size="sm"
                    aria-label={`${label}, ${who}`}
                    onClick={() => onSelect?.()}
                  >
                    {label}
                  </Button>
                ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** On a phone by urgency: who is late, who comes, who is in. */
function ArrivalLists({
  arrivals,
  cages,
  ...shown
}: Shown & { arrivals: Arrivals; cages: readonly CageNow[] }) {
  const { late, next, isIn } = arrivals
  const groups = [
    { title: 'Late', of: late },
    { title: 'Next Hour', of: next, isNext: true },
    { title: 'In Now', of: isIn },
  ].filter(({ of }) => of.length > 0)
  if (groups.length === 0) {
    const free = cages.filter((one) => one.free).length
    return (
      <p className={classes.empty}>
        Nobody is booked in the next hour.
        {free > 0 && ` ${free === 1 ? '1 cage is' : `${free} cages are`} free.`}
      </p>
    )
  }
  return groups.map(({ title, of, isNext }) => (
    <section key={title} aria-label={title} className={classes.group}>
      <h2>
        {title} <span>{of.length}</span>
      </h2>
      <ul>
        {of.map((booking) => (
          <li key={booking.id}>
            <Thing
              thing={{ booking, block: null }}
              {...shown}
              isNext={isNext ?? false}
              cage={booking.cage_name ?? undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  ))
}
