import { Button } from '@mantine/core'
import { IconCalendarEvent, IconEdit, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ClassRow } from '../../../../shared/contract/programs/staffClasses.ts'
import { centsFromDollars, formatPrice } from '../../../../shared/domain/money/money.ts'
import { formatDay, formatWallTimeRange, weekdayNames } from '../../../../shared/domain/time/timeFormat.ts'
import { type ShownClasses, staffClassesQuery } from '../../../api/queries/staffClasses.ts'
import { readText } from '../../../components/searchValues.ts'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { Text } from '../../../ui/layout.tsx'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import type { ProgramTab } from '../../programs/staff/programTabs.ts'
import { useClassTasks } from './useClassTasks.tsx'

/** What /admin/classes reads from its address. */
export interface ClassesSearch {
  search?: string | undefined
  /** Those that have not ended where it is absent. */
  show?: ShownClasses | undefined
}

/** The address as the page reads it: what it does not know is left out. */
export const readClassesSearch = ({ search, show }: Record<string, unknown>): ClassesSearch => ({
  search: readText(search),
  show: show === 'ended' || show === 'all' ? show : undefined,
})

/** Classes for staff: the desk sees them and their sessions, admins edit them (spec 3 §2, decision 32). */
export function ClassesAdminPage({ search }: { search: ClassesSearch }) {
  const navigate = useNavigate({ from: '/admin/classes' })
  const isAdmin = useIsAdmin()
  const classes = useInfiniteQuery({ ...staffClassesQuery(search), placeholderData: keepPreviousData })
  const list = pagedList(classes)
  const tasks = useClassTasks()
  const show = (change: Partial<ClassesSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const open = (classId: string, tab?: ProgramTab) =>
    void navigate({ to: '/admin/classes/$classId', params: { classId }, search: { tab } })
  const create = (
    <Button color="stitch.6" leftSection={<IconPlus size={18} aria-hidden />} onClick={tasks.create}>
      Create Class
    </Button>
  )
  return (
    <StaffPage
      title="Classes"
      refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}
      action={isAdmin && create}
    >
      <FilterBar
        label="Search classes"
        placeholder="Name, coach or age group"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={
          search.search || search.show ? () => show({ search: undefined, show: undefined }) : undefined
        }
      >
        <FilterSelect
          label="Classes shown"
          value={search.show ?? 'current'}
          onChange={(value) => show({ show: shownOf(value) })}
          data={[
            { value: 'current', label: 'Not ended' },
            { value: 'ended', label: 'Ended' },
            { value: 'all', label: 'All classes' },
          ]}
        />
      </FilterBar>
      <DataTable
        label="Classes"
        list={list}
        keyOf={({ id }) => id}
        title={{
          header: 'Class',
          text: ({ name }) => name,
          below: (row) => (
            <>
              <Week row={row} />
              <span>{row.coach_name ?? 'No coach yet'}</span>
              <span>{spotsText(row)}</span>
              <span>{comingText(row)}</span>
              {row.people > 0 && <span>{row.people} registered</span>}
            </>
          ),
        }}
        columns={[
          { header: 'Schedule', cell: (row) => <Week row={row} /> },
          { header: 'Coach', cell: ({ coach_name }) => coach_name ?? 'No coach yet' },
          { header: 'Ages', isExtra: true, cell: ({ age_group }) => age_group },
          {
            header: 'Dates',
            isExtra: true,
            cell: ({ start_date, end_date }) => (
              <Text as="span" nowrap>
                {formatDay(start_date, 'dated')} - {formatDay(end_date, 'dated')}
              </Text>
            ),
          },
          { header: 'To Come', isNumber: true, cell: ({ sessions_left }) => sessions_left },
          { header: 'Next Session', cell: (row) => (hasEnded(row) ? 'Ended' : nextText(row)) },
          { header: 'Registered', isNumber: true, cell: ({ people }) => people },
          { header: 'Spots', isNumber: true, cell: ({ max_spots }) => max_spots },
          { header: 'Price', isNumber: true, cell: priceText },
        ]}
        dense={{ end: priceText }}
        onOpen={({ id }) => open(id)}
        actionsOf={(row) => [
          {
            label: 'View Sessions',
            Icon: IconCalendarEvent,
            onSelect: () => open(row.id, 'sessions'),
          },
          ...(isAdmin ? [{ label: 'Edit Class', Icon: IconEdit, onSelect: () => open(row.id, 'edit') }] : []),
          ...(isAdmin ? tasks.menuOf(row) : []),
        ]}
        loadMoreLabel="Load More Classes"
        empty={
          search.search || search.show ? (
            <EmptyList title="No classes found" text="Try another name, or show all classes." />
          ) : (
            <EmptyList
              title="No classes yet"
              text={
                isAdmin
                  ? 'Create the first class: its sessions follow from its weekly schedule.'
                  : 'An admin creates classes. They show here with their sessions.'
              }
            >
              {isAdmin && create}
            </EmptyList>
          )
        }
      />
      {tasks.dialogs}
    </StaffPage>
  )
}

const shownOf = (text: string): ShownClasses | undefined =>
  text === 'ended' || text === 'all' ? text : undefined

const priceText = ({ price }: ClassRow) => formatPrice(centsFromDollars(price))
const spotsText = ({ max_spots }: ClassRow) => (max_spots === 1 ? '1 spot' : `${max_spots} spots`)

/** Weekdays with equal times stand together. */
function Week({ row: { class_schedules } }: { row: ClassRow }) {
  if (class_schedules.length === 0) return 'No weekly schedule'
  const times = Map.groupBy(class_schedules, ({ start_time, end_time }) => `${start_time} ${end_time}`)
  return [...times].map(([key, lines]) => (
    <div key={key}>
      {lines.map(({ day_of_week }) => weekdayNames[day_of_week]?.slice(0, 3)).join(', ')},{' '}
      {lines[0] && formatWallTimeRange(lines[0])}
    </div>
  ))
}

const hasEnded = ({ has_ended, sessions_left }: ClassRow) => has_ended && sessions_left === 0

const nextText = ({ next_session }: ClassRow) =>
  next_session ? formatDay(next_session.class_date, 'dense') : ''

const comingText = (row: ClassRow) => {
  if (hasEnded(row)) return 'Ended'
  return row.next_session
    ? `${row.sessions_left} to come, next ${nextText(row)}`
    : `${row.sessions_left} to come`
}
