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
          below: ({ age_group, coach_name }) => (
            <>
              <div>{coach_name ?? 'No coach yet'}</div>
              {age_group && <div>{age_group}</div>}
            </>
          ),
        }}
        columns={[
          { header: 'Schedule', cell: (row) => <Week row={row} /> },
          {
            header: 'Dates',
            cell: ({ start_date, end_date }) => (
              <>
                <div>{formatDay(start_date, 'dated')} -</div>
                <div>{formatDay(end_date, 'dated')}</div>
              </>
            ),
          },
          {
            header: 'Price',
            cell: ({ price, max_spots }) => (
              <>
                <div>{formatPrice(centsFromDollars(price))}</div>
                <div>{max_spots === 1 ? '1 spot' : `${max_spots} spots`}</div>
              </>
            ),
          },
          { header: 'Sessions', cell: (row) => <Coming row={row} /> },
        ]}
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

/** Weekdays with equal times stand together. */
function Week({ row: { class_schedules } }: { row: ClassRow }) {
  if (class_schedules.length === 0) return 'No weekly schedule'
  const times = Map.groupBy(class_schedules, ({ start_time, end_time }) => `${start_time} ${end_time}`)
  return [...times].map(([key, lines]) => (
    <div key={key}>
      <div>{lines.map(({ day_of_week }) => weekdayNames[day_of_week]?.slice(0, 3)).join(', ')}</div>
      <div>{lines[0] && formatWallTimeRange(lines[0])}</div>
    </div>
  ))
}

function Coming({ row: { has_ended, sessions_left, next_session, people } }: { row: ClassRow }) {
  if (has_ended && sessions_left === 0) return 'Ended'
  return (
    <>
      <div>{sessions_left} to come</div>
      {next_session && <div>Next: {formatDay(next_session.class_date, 'dense')}</div>}
      {people > 0 && <div>{people} registered</div>}
    </>
  )
}
