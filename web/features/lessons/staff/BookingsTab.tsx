import { Button } from '@mantine/core'
import { IconEdit, IconEye, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import { addDays, facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read, readPages } from '../../../api/read.ts'
import { type CoachSearch, type CoachTabProps, coachDataFailure } from '../../../components/staff/coachTab.ts'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Heading, Row, Stack } from '../../../ui/layout.tsx'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { OneLine } from '../../../ui/staff/OneLine.tsx'
import staffPage from '../../../ui/staff/StaffPage.module.css'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import classes from './BookingsTab.module.css'
import { LessonCard, markActions } from './LessonCard.tsx'
import { bookedBy, whoComes } from './lessonTexts.ts'
import { isChangeable, useLessonDialogs } from './useLessonDialogs.tsx'
import { useLessonMarks } from './useLessonMarks.ts'

/** The coach's lesson bookings, searchable; edit and cancel, which canceled ones do not have (spec 3 §2). */
export default function BookingsTab({ coachId, search }: CoachTabProps) {
  const navigate = useNavigate({ from: '/coach-dashboard' })
  const now = useMinuteClock()
  const zone = useQuery(facilityQuery).data?.time_zone
  const view = search.view ?? 'upcoming'
  const search_query = search.search || undefined
  const list = pagedList(
    useInfiniteQuery(
      readPages('GET /api/coach/bookings', { p_coach_id: coachId, view, page_size: 20, search_query }),
    ),
  )
  const { edit, cancel, dialogs } = useLessonDialogs(list.rows ?? [])
  const { mark } = useLessonMarks()
  const show = (change: Partial<CoachSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const open = (lesson: string | undefined) => show({ lesson })
  const opened = useOpened(coachId, search.lesson, list.rows)
  const actionsOf = (lesson: CoachLesson) => {
    const details = { label: 'View Details', Icon: IconEye, onSelect: () => open(lesson.id) }
    if (lesson.status === 'canceled') return [details]
    return [
      details,
      { label: 'Edit', Icon: IconEdit, onSelect: () => edit(lesson) },
      ...markActions(lesson, now, mark),
      ...(isChangeable(lesson, now)
        ? [{ label: 'Cancel', Icon: IconX, onSelect: () => cancel(lesson), danger: true }]
        : []),
    ]
  }
  return (
    <Stack className={staffPage.page}>
      <Heading as="h1" size="xl" breaks className={staffPage.title}>
        Bookings
      </Heading>
      <FilterBar
        label="Search bookings"
        placeholder="Name, email, phone or cage"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={search.search ? () => show({ search: undefined }) : undefined}
      >
        <FilterSelect
          label="When"
          value={view}
          onChange={(value) => show({ view: value === 'past' ? 'past' : undefined })}
          data={[
            { value: 'upcoming', label: 'Upcoming' },
            { value: 'past', label: 'Past' },
          ]}
        />
      </FilterBar>
      <DataTable
        label="Bookings"
        list={list}
        keyOf={({ id }) => id}
        title={{ header: 'Client', text: whoComes, below: (lesson) => <Contact lesson={lesson} /> }}
        columns={[
          {
            header: 'When',
            cell: (lesson) => <span className={classes.whole}>{formatWallTimeRange(lesson)}</span>,
          },
          { header: 'Cage', cell: ({ cage_name }) => <span className={classes.whole}>{cage_name}</span> },
          {
            header: 'Status',
            cell: ({ status, attendance }) => (
              <Row as="span" gap={4} align="stretch" className={classes.states}>
                <StatusBadge status={status} />
                {attendance && <StatusBadge status={attendance} />}
              </Row>
            ),
          },
        ]}
        groupOf={({ lesson_date }) => dayName(lesson_date, now, zone)}
        onOpen={({ id }) => open(id)}
        actionsOf={actionsOf}
        failure={coachDataFailure}
        loadMoreLabel="Load More Bookings"
        empty={<NoBookings search={search} onPast={() => show({ view: 'past' })} />}
      />
      <FormDialog of={opened} onClose={() => open(undefined)} title="Booking Details" long>
        {(lesson, close) => (
          <LessonCard
            lesson={lesson}
            now={now}
            inPlace
            onEdit={() => {
              close()
              edit(lesson)
            }}
            onCancel={() => {
              close()
              cancel(lesson)
            }}
          />
        )}
      </FormDialog>
      {dialogs}
    </Stack>
  )
}

/** The lesson that the address names, also where its page of the list is not loaded. */
function useOpened(coachId: string, id: string | undefined, rows: readonly CoachLesson[] | undefined) {
  const loaded = rows?.find((lesson) => lesson.id === id)
  const found = useQuery({
    ...read('GET /api/coach/bookings', { p_coach_id: coachId, booking_id: id ?? '' }),
    enabled: id !== undefined && rows !== undefined && !loaded,
  })
  return loaded ?? (id === undefined ? undefined : found.data?.items[0])
}

/** 'Today, Tue, Nov 24' */
const dayName = (day: string, now: Date, zone: string | undefined): string => {
  const today = zone && facilityDay(now, zone)
  const near = day === today ? 'Today, ' : today && day === addDays(today, 1) ? 'Tomorrow, ' : ''
  return `${near}${formatDay(day)}`
}

/** How to reach the customer, and what the coach wrote. */
const Contact = ({ lesson }: { lesson: CoachLesson }) => (
  <>
    {bookedBy(lesson) && <div>Booked by {bookedBy(lesson)}</div>}
    {lesson.customer_email && <OneLine text={lesson.customer_email} />}
    {lesson.customer_phone && <div>{lesson.customer_phone}</div>}
    {lesson.coach_notes && <div className={classes.notes}>{lesson.coach_notes}</div>}
  </>
)

function NoBookings({ search: { search, view }, onPast }: { search: CoachSearch; onPast: () => void }) {
  if (search) {
    return (
      <EmptyList title="No bookings found" text="Try another name, email, phone number or cage.">
        {view !== 'past' && (
          <Button variant="default" onClick={onPast}>
            Search Past Bookings
          </Button>
        )}
      </EmptyList>
    )
  }
  if (view === 'past')
    return <EmptyList title="No past bookings" text="Lessons that you have given are listed here." />
  return (
    <EmptyList title="No upcoming bookings" text="Book a client, or set when clients can book you.">
      <Link to="/coach-dashboard" search={{ tab: 'book-client' }} className={dialogContent.main}>
        Book Client
      </Link>
    </EmptyList>
  )
}
