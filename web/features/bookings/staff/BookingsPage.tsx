import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BookingTotals, ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { centsFromDollars, formatDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { cagesQuery } from '../../../api/queries/cages.ts'
import { coachesQuery } from '../../../api/queries/coaches.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { rangeQuery } from '../../../api/queries/rangeSearch.ts'
import {
  type BookingFilters,
  staffBookingsQuery,
  useLiveBookings,
} from '../../../api/queries/staffBookings.ts'
import { readText } from '../../../components/searchValues.ts'
import { ExportButton } from '../../../components/staff/ExportButton.tsx'
import { RangeChoice } from '../../../components/staff/RangeChoice.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { OneLine } from '../../../ui/staff/OneLine.tsx'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import { FilterChip, FilterLine, ToolbarPage } from '../../../ui/staff/ToolbarPage.tsx'
import { useShownAtOnce } from '../../../ui/useShownAtOnce.ts'
import { isToday } from './arrival.ts'
import classes from './BookingDetails.module.css'
import { BookingDetailsDrawer } from './BookingDetails.tsx'
import { bookingKinds, readBookingFilters } from './bookingFilters.ts'
import { isChangeable, methodName, rowName } from './bookingTexts.ts'
import { ChosenBookings } from './ChosenBookings.tsx'
import { CreateBookingDialog } from './CreateBookingDialog.tsx'
import { useBookingActions } from './useBookingActions.tsx'

/** What /admin/bookings reads from its address. */
export interface BookingsSearch extends BookingFilters {
  /** The id of a booking whose details are open. */
  open?: string | undefined
  /** Whether the Create dialog is open. */
  create?: true | undefined
}

const noFilters = {
  ...{ search: undefined, status: undefined, range: undefined, from: undefined, to: undefined },
  ...{ kind: undefined, cage: undefined, coach: undefined, when: undefined },
} satisfies BookingFilters

/** All bookings for the desk: upcoming first, then past; create, view, and what the desk does with them (spec 3 §2). */
export function BookingsPage({ search }: { search: BookingsSearch }) {
  const filters = readBookingFilters({ ...search })
  const navigate = useNavigate({ from: '/admin/bookings' })
  const zone = useQuery(facilityQuery).data?.time_zone
  const now = useMinuteClock()
  const bookings = useInfiniteQuery({
    ...staffBookingsQuery(filters),
    placeholderData: keepPreviousData,
  })
  const list = pagedList(bookings)
  useLiveBookings()
  const show = (change: Partial<BookingsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const [opened, showOpened] = useShownAtOnce(readText(search.open))
  const open = (id: string | undefined) => {
    showOpened(id)
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  }
  const actions = useBookingActions(
    ({ id }) => open(id),
    () => open(undefined),
  )
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const canArrive = (booking: ListedBooking) =>
    zone !== undefined && isToday(booking, now, zone) && isAwaited(booking)
  const chosen = (list.rows ?? []).filter((row) => picked.has(row.id) && canPick(row))
  const create = () => show({ create: true })
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <ToolbarPage
      title="Bookings"
      refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}
      context={
        <RangeChoice range={filters.range ?? 'all'} from={filters.from} to={filters.to} onShow={showRange} />
      }
      tools={
        <>
          <FilterBar
            label="Search bookings"
            placeholder="Name, email or item"
            search={filters.search ?? ''}
            onSearch={(text) => show({ search: text || undefined })}
          />
          <ExportButton
            isIcon
            file="/api/admin/bookings.csv"
            query={{
              ...{ search_query: filters.search, status_filter: filters.status, ...rangeQuery(filters) },
              ...{ kind: filters.kind, cage_id: filters.cage, coach_id: filters.coach, when: filters.when },
            }}
            what="bookings"
          />
        </>
      }
      action={
        <Button color="stitch.6" leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={create}>
          Create Booking
        </Button>
      }
    >
      {chosen.length > 0 ? (
        <ChosenBookings
          bookings={chosen}
          canArrive={chosen.every(canArrive)}
          onDone={() => setPicked(new Set())}
        />
      ) : (
        <Filters
          filters={filters}
          totals={bookings.data?.pages[0]?.totals}
          onShow={show}
          onClear={isFiltered ? () => show(noFilters) : undefined}
        />
      )}
      <DataTable
        label="Bookings"
        list={list}
        keyOf={({ id }) => id}
        title={{
          header: 'Customer',
          text: rowName,
          below: (booking) => zone && <Below booking={booking} zone={zone} />,
        }}
        columns={[
          {
            header: 'When',
            cell: ({ start_time, end_time }) =>
              zone && (
                <span className={classes.line}>
                  {formatDay(facilityDay(start_time, zone), 'dense')},{' '}
                  {formatTimeRange(start_time, end_time, zone)}
                </span>
              ),
          },
          { header: 'Item', isWide: true, cell: (booking) => <OneLine text={itemText(booking)} /> },
          {
            header: 'For',
            isExtra: true,
            cell: ({ participant_name, participants }) =>
              participant_name ?? (participants.length > 0 && takenText(participants)),
          },
          {
            header: 'Contact',
            isExtra: true,
            isWide: true,
            cell: ({ customer_email, customer_phone }) => (
              <OneLine text={[customer_phone, customer_email].filter(Boolean).join(' · ')} />
            ),
          },
          { header: 'Status', cell: (booking) => <StatusBadge status={statusOf(booking)} /> },
          {
            header: 'Payment',
            isExtra: true,
            cell: (booking) =>
              isChangeable(booking) && (
                <span className={classes.line}>{methodName(booking.payment_method)}</span>
              ),
          },
          {
            header: 'Total',
            isNumber: true,
            cell: ({ total_cost }) => formatDollars(centsFromDollars(total_cost)),
          },
        ]}
        dense={{ end: (booking) => formatRate(centsFromDollars(booking.total_cost)) }}
        picking={{
          picked,
          canPick,
          onPick: (id) => setPicked(toggled(picked, id)),
        }}
        onOpen={({ id }) => open(id)}
        actionsOf={actions.actionsOf}
        loadMoreLabel="Load More Bookings"
        empty={
          <EmptyList
            title="No bookings found"
            text={
              isFiltered
                ? 'Try another name, email or item, or other filters.'
                : 'Bookings made online or at the desk appear here.'
            }
          >
            <Button variant="default" onClick={create}>
              Create Booking
            </Button>
          </EmptyList>
        }
      />
      <BookingDetailsDrawer id={opened} onClose={() => open(undefined)} actions={actions} />
      <CreateBookingDialog
        of={search.create === true ? {} : undefined}
        onClose={() => show({ create: undefined })}
      />
      {actions.dialogs}
    </ToolbarPage>
  )

  function showRange(change: Partial<BookingsSearch>) {
    show({
      ...change,
      ...(change.range === 'all' && { range: undefined }),
      ...('range' in change && { when: undefined }),
    })
  }
}

const canPick = ({ status }: ListedBooking) => status !== 'canceled'

const isAwaited = ({ kind, status, attendance }: ListedBooking) =>
  kind !== 'class' && status !== 'canceled' && (attendance === null || attendance === 'late')

const toggled = (picked: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  picked.has(id) ? new Set([...picked].filter((one) => one !== id)) : new Set([...picked, id])

/** Who is in is said before what is paid. */
const statusOf = ({ attendance, status }: ListedBooking) =>
  status === 'canceled' || attendance === null || (attendance === 'checked_in' && status !== 'paid')
    ? status
    : attendance

interface FiltersProps {
  filters: BookingFilters
  totals: BookingTotals | null | undefined
  onShow: (change: BookingFilters) => void
  onClear: (() => void) | undefined
}

function Filters({ filters, totals, onShow, onClear }: FiltersProps) {
  const cages = useQuery(cagesQuery).data ?? []
  const coaches = useQuery(coachesQuery).data ?? []
  const isUnpaidPast = filters.when === 'past' && filters.status === 'pending payment'
  return (
    <FilterLine end={totals !== undefined && <Totals totals={totals} />}>
      {Object.entries(bookingKinds).map(([kind, label]) => (
        <FilterChip
          key={kind}
          isOn={filters.kind === kind}
          onClick={() =>
            onShow({ kind: filters.kind === kind ? undefined : (kind as BookingFilters['kind']) })
          }
        >
          {label}
        </FilterChip>
      ))}
      <FilterSelect
        label="Status"
        value={filters.status ?? ''}
        onChange={(value) =>
          onShow({ status: (value || undefined) as BookingFilters['status'], when: undefined })
        }
        data={[
          { value: '', label: 'All statuses' },
          { value: 'pending payment', label: 'Pending Payment' },
          { value: 'paid', label: 'Paid' },
          { value: 'canceled', label: 'Canceled' },
        ]}
      />
      <FilterSelect
        label="Cage"
        value={filters.cage ?? ''}
        onChange={(value) => onShow({ cage: value || undefined })}
        data={[
          { value: '', label: 'All Cages' },
          ...cages.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FilterSelect
        label="Coach"
        value={filters.coach ?? ''}
        onChange={(value) => onShow({ coach: value || undefined })}
        data={[
          { value: '', label: 'All coaches' },
          ...coaches.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FilterChip
        isOn={isUnpaidPast}
        data-warn
        onClick={() =>
          onShow(
            isUnpaidPast
              ? { when: undefined, status: undefined }
              : { when: 'past', status: 'pending payment', range: undefined, from: undefined, to: undefined },
          )
        }
      >
        Unpaid, Past
      </FilterChip>
      {onClear && (
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
      )}
    </FilterLine>
  )
}

function Totals({ totals }: { totals: BookingTotals | null }) {
  if (!totals) return <span>Choose days to see the total.</span>
  const { count, total_cost, unpaid_count, unpaid_cost } = totals
  return (
    <>
      <span>
        <strong>{count}</strong> {count === 1 ? 'booking' : 'bookings'} ·{' '}
        <strong>{formatRate(centsFromDollars(total_cost))}</strong>
      </span>
      {unpaid_count > 0 && (
        <span>
          {unpaid_count} unpaid · <strong>{formatRate(centsFromDollars(unpaid_cost))}</strong>
        </span>
      )}
    </>
  )
}

function Below({ booking, zone }: { booking: ListedBooking; zone: string }) {
  const { participant_name, start_time, end_time } = booking
  return (
    <>
      <span>
        {formatDay(facilityDay(start_time, zone))}, {formatTimeRange(start_time, end_time, zone)} ·{' '}
        {itemText(booking)}
        {participant_name && ` · For ${participant_name}`}
      </span>
      <StatusBadge status={statusOf(booking)} />
    </>
  )
}

const takenText = (participants: ListedBooking['participants']): string => {
  const taken = participants.filter(({ status }) => status !== 'canceled').length
  return taken === 1 ? '1 participant' : `${taken} participants`
}

/** What is booked; several cages are named, and that they are several bookings. */
const itemText = ({ item_name, booking_type, booking_count, kind, participants }: ListedBooking): string =>
  kind === 'class'
    ? `${booking_type}, ${takenText(participants)}`
    : booking_count > 1
      ? `${item_name} · ${booking_count} bookings`
      : item_name
