import { NativeSelect } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { formatTime, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ContactLinks } from '../../../components/staff/ContactLinks.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { List, Row, Stack, Text } from '../../../ui/layout.tsx'
import type { CustomerGroup, MoneyPart } from './customerGroups.ts'
import classes from './DaySummary.module.css'

interface CustomerSummaryProps {
  day: string
  zone: string
  group: CustomerGroup
  opened: boolean
  onToggle: () => void
  change: {
    onState: (state: 'paid' | 'pending payment') => void
    isPending: boolean
    error: Error | null
  }
}

/** One customer of the summary: a line, and opened the bookings with their parts. */
export function CustomerSummary({ day, zone, group, opened, onToggle, change }: CustomerSummaryProps) {
  const content = useId()
  const { name, bookings, state, total, owed } = group
  return (
    <li className={classes.group} data-opened={opened || undefined}>
      <Row gap={8} nowrap className={classes.line}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={opened ? content : undefined}
          onClick={onToggle}
        >
          <IconChevronDown size={20} aria-hidden className={classes.chevron} />
          <span className={classes.name}>{name}</span>
          <Text as="span" tone="dim" size="sm" breaks className={classes.what}>
            {whatIsBooked(bookings, zone)}
          </Text>
          {total && (
            <span className={classes.total}>
              {formatDollars(total.cents)}
              {owed > 0 && owed < total.cents && <small> {formatDollars(owed)} owed</small>}
            </span>
          )}
          {state && (
            <span className={classes.badge}>
              <StatusBadge status={state} />
            </span>
          )}
        </button>
        <StateOfMoney group={group} change={change} />
      </Row>
      <AttemptError error={change.error} button="Status" failure="Failed to update booking status:" />
      {opened && (
        <Stack gap="sm" id={content} className={classes.content}>
          {group.state !== null && <ContactLinks email={group.email} phone={group.phone} inline />}
          <Bookings day={day} zone={zone} bookings={bookings} />
          <Parts group={group} />
        </Stack>
      )}
    </li>
  )
}

/** Paid, pending payment or mixed; of a class session nothing, because each seat is paid for by itself. */
function StateOfMoney({ group: { name, state }, change }: Pick<CustomerSummaryProps, 'group' | 'change'>) {
  if (state === null) return null
  return (
    <NativeSelect
      aria-label={`Status of ${name}`}
      className={classes.state ?? ''}
      data-state={state}
      value={state}
      disabled={change.isPending}
      onChange={({ currentTarget: { value } }) => {
        if (value === 'paid' || value === 'pending payment') change.onState(value)
      }}
      data={[
        ...(state === 'mixed' ? [{ value: 'mixed', label: 'Mixed', disabled: true }] : []),
        { value: 'paid', label: 'Paid' },
        { value: 'pending payment', label: 'Pending Payment' },
      ]}
    />
  )
}

function Bookings({
  day,
  zone,
  bookings,
}: {
  day: string
  zone: string
  bookings: readonly ListedBooking[]
}) {
  return (
    <List>
      {bookings.map((booking) => (
        <li key={booking.id} className={classes.booking}>
          <span className={classes.time}>{formatTimeRange(booking.start_time, booking.end_time, zone)}</span>
          <Text as="span" breaks shrinks className={classes.item}>
            <strong>{booking.item_name}</strong>
            {detailsOf(booking).map((detail) => (
              <Text as="span" tone="dim" size="sm" block key={detail}>
                {detail}
              </Text>
            ))}
            {booking.participants.map(({ id, full_name, customer_name, status }) => (
              <Text as="span" tone="dim" size="sm" block key={id}>
                {customer_name ? `${full_name} (${customer_name})` : full_name}{' '}
                <StatusBadge status={status} />
              </Text>
            ))}
          </Text>
          <Text as="span" numbers>
            {formatDollars(centsFromDollars(booking.total_cost))}
          </Text>
          {booking.kind !== 'class' && <StatusBadge status={booking.status} />}
          <button
            type="button"
            data-entry={booking.id}
            data-day={day}
            aria-haspopup="menu"
            aria-label={`Actions for ${booking.item_name}, ${formatTimeRange(booking.start_time, booking.end_time, zone)}`}
            className={classes.actions}
          >
            <IconDots size={20} aria-hidden />
          </button>
        </li>
      ))}
    </List>
  )
}

/** A lesson with the cage that it takes; who takes part; what the desk noted. */
const detailsOf = ({ kind, cage_name, participant_name, admin_notes }: ListedBooking): string[] => [
  ...(cage_name && (kind === 'lesson' || kind === 'class') ? [cage_name] : []),
  ...(participant_name ? [`For ${participant_name}`] : []),
  ...(admin_notes ? [admin_notes] : []),
]

/** What cage time and coaching cost, each with its state: a lesson pays for both. */
function Parts({ group: { cage, coach, total } }: Pick<CustomerSummaryProps, 'group'>) {
  if (!cage || !coach || !total) return null
  return (
    <dl className={classes.parts}>
      <Part name="Cage" part={cage} />
      <Part name="Coach" part={coach} />
      <Part name="Total" part={total} />
    </dl>
  )
}

const Part = ({ name, part: { cents, state } }: { name: string; part: MoneyPart }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>
      {formatDollars(cents)} <StatusBadge status={state} />
    </dd>
  </div>
)

/** '4:00–5:00 PM, Cage 1', or '3 bookings from 4:00 PM'. */
function whatIsBooked([first, ...others]: readonly ListedBooking[], zone: string): string {
  if (!first) return ''
  if (others.length > 0) return `${others.length + 1} bookings from ${formatTime(first.start_time, zone)}`
  const times = formatTimeRange(first.start_time, first.end_time, zone)
  const seats = first.participants.length
  return first.kind === 'class' ? `${times}, ${seats} taking part` : `${times}, ${first.item_name}`
}
