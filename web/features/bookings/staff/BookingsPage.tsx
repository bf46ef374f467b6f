import { Button } from '@mantine/core'
import { IconCalendarPlus, IconEdit, IconEye, IconTrash, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { readBookingStatus } from '../../../../shared/domain/bookings/bookingStatus.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatShortRange } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffBookingsQuery, useLiveBookings } from '../../../api/queries/staffBookings.ts'
import { ExportButton } from '../../../components/staff/ExportButton.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { DataTable, OneLine } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { useShownAtOnce } from '../../../ui/useShownAtOnce.ts'
import classes from './BookingDetails.module.css'
import { BookingDetailsDrawer } from './BookingDetails.tsx'
import { isChangeable, methodName, rowName } from './bookingTexts.ts'
import { CreateBookingDialog } from './CreateBookingDialog.tsx'
import { DeleteBookingDialog } from './DeleteBookingDialog.tsx'
import { EditBookingDialog } from './EditBookingDialog.tsx'

/** What /admin/bookings reads from its address. */
export interface BookingsSearch {
  search?: string | undefined
  status?: string | undefined
  /** The id of a booking whose details are open. */
  open?: string | undefined
  /** Whether the Create dialog is open. */
  create?: true | undefined
}

interface Task {
  kind: 'edit' | 'delete'
  booking: ListedBooking
}

/** All bookings for the desk: upcoming first, then past; create, view, edit, delete (spec 3 §2). */
export function BookingsPage({ search }: { search: BookingsSearch }) {
  const navigate = useNavigate({ from: '/admin/bookings' })
  const zone = useQuery(facilityQuery).data?.time_zone
  const status = (search.status && readBookingStatus(search.status)) || undefined
  const bookings = useInfiniteQuery({
    ...staffBookingsQuery({ ...search, status }),
    placeholderData: keepPreviousData,
  })
  const [task, setTask] = useState<Task>()
  const list = pagedList(bookings)
  const endTask = () => setTask(undefined)
  useLiveBookings()
  const show = (change: Partial<BookingsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const [opened, showOpened] = useShownAtOnce(search.open)
  const open = (id: string | undefined) => {
    showOpened(id)
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  }
  const openCustomer = (userId: string | null) =>
    userId === null
      ? []
      : [
          {
            label: 'Open Customer',
            Icon: IconUser,
            onSelect: () => void navigate({ to: '/admin/users/$userId', params: { userId } }),
          },
        ]
  const edit = (booking: ListedBooking) => setTask({ kind: 'edit', booking })
  const remove = (booking: ListedBooking) => setTask({ kind: 'delete', booking })
  const create = () => show({ create: true })
  return (
    <StaffPage
      title="Bookings"
      refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}
      action={
        <Button color="stitch.6" leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={create}>
          Create Booking
        </Button>
      }
    >
      <FilterBar
        label="Search bookings"
        placeholder="Name, email or item"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={search.search || status ? () => show({ search: undefined, status: undefined }) : undefined}
      >
        <FilterSelect
          label="Status"
          value={status ?? ''}
          onChange={(value) => show({ status: value || undefined })}
          data={[
            { value: '', label: 'All statuses' },
            { value: 'pending payment', label: 'Pending Payment' },
            { value: 'paid', label: 'Paid' },
            { value: 'canceled', label: 'Canceled' },
          ]}
        />
        <ExportButton
          file="/api/admin/bookings.csv"
          query={{ search_query: search.search, status_filter: status }}
          what="bookings"
        />
      </FilterBar>
      <DataTable
        label="Bookings"
        list={list}
        keyOf={({ id }) => id}
        title={{
          header: 'Customer',
          text: rowName,
          below: (booking) => <Below booking={booking} />,
        }}
        columns={[
          { header: 'Item', cell: (booking) => <Item booking={booking} /> },
          {
            header: 'When',
            cell: ({ start_time, end_time }) =>
              zone && (
                <>
                  <div className={classes.line}>{formatDay(facilityDay(start_time, zone), 'short')}</div>
                  <div className={classes.line}>{formatShortRange(start_time, end_time, zone)}</div>
                </>
              ),
          },
          { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          {
            header: 'Payment',
            cell: (booking) =>
              isChangeable(booking) && (
                <span className={classes.line}>{methodName(booking.payment_method)}</span>
              ),
          },
          { header: 'Total', cell: ({ total_cost }) => formatDollars(centsFromDollars(total_cost)) },
        ]}
        onOpen={({ id }) => open(id)}
        actionsOf={(booking) => [
          { label: 'View Details', Icon: IconEye, onSelect: () => open(booking.id) },
          ...openCustomer(booking.customer_id),
          ...(isChangeable(booking)
            ? [
                { label: 'Edit Booking', Icon: IconEdit, onSelect: () => edit(booking) },
                { label: 'Delete Booking', Icon: IconTrash, onSelect: () => remove(booking), danger: true },
              ]
            : []),
        ]}
        loadMoreLabel="Load More Bookings"
        empty={
          <EmptyList
            title="No bookings found"
            text={
              search.search || status
                ? 'Try another name, email or item, or show all statuses.'
                : 'Bookings made online or at the desk appear here.'
            }
          >
            <Button variant="default" onClick={create}>
              Create Booking
            </Button>
          </EmptyList>
        }
      />
      <BookingDetailsDrawer
        id={opened}
        onClose={() => open(undefined)}
        onEdit={edit}
        onDelete={remove}
        isDeleting={task?.kind === 'delete'}
      />
      <CreateBookingDialog of={search.create && {}} onClose={() => show({ create: undefined })} />
      <EditBookingDialog booking={task?.kind === 'edit' ? task.booking : undefined} onClose={endTask} />
      <DeleteBookingDialog
        booking={task?.kind === 'delete' ? task.booking : undefined}
        onClose={endTask}
        onDeleted={() => open(undefined)}
      />
    </StaffPage>
  )
}

function Below({ booking }: { booking: ListedBooking }) {
  const { participant_name, customer_email, customer_phone, participants, kind } = booking
  const taken = participants.filter(({ status }) => status !== 'canceled').length
  if (kind === 'class') return <div>{taken === 1 ? '1 participant' : `${taken} participants`}</div>
  return (
    <>
      {participant_name && <div>For {participant_name}</div>}
      <OneLine text={customer_email ?? customer_phone ?? 'No contact'} />
    </>
  )
}

const Item = ({ booking: { item_name, booking_type, booking_count, kind } }: { booking: ListedBooking }) => (
  <>
    <div>{kind === 'class' ? booking_type : item_name}</div>
    {kind !== 'class' && (
      <div>{booking_count > 1 ? `${booking_type}, ${booking_count} bookings` : booking_type}</div>
    )}
  </>
)
