import { Button } from '@mantine/core'
import { IconBarrierBlock, IconChevronLeft, IconChevronRight, IconFilter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Stack } from '../../../ui/layout.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import classes from './ScheduleToolbar.module.css'
import { stepDate, titleOf } from './scheduleRange.ts'
import { type ScheduleSearch, type ScheduleView, scheduleViews, shownStatuses } from './scheduleSearch.ts'

const viewNames = { day: 'Day', week: 'Week', month: 'Month' } as const satisfies Record<ScheduleView, string>
const statusNames = { paid: 'Paid', 'pending payment': 'Pending Payment' } as const

interface ScheduleToolbarProps {
  view: ScheduleView
  date: string
  search: ScheduleSearch
  onShow: (change: Partial<ScheduleSearch>) => void
  /** Closes cages for the day that it is; absent where another is shown. */
  onCloseCage?: (() => void) | undefined
}

/** Which days the schedule shows and which bookings of them. All of it is in the address. */
export function ScheduleToolbar({ view, date, search, onShow, onCloseCage }: ScheduleToolbarProps) {
  return (
    <Stack gap="sm">
      <div className={classes.line}>
        <h2 className={classes.title} aria-live="polite">
          {titleOf(view, date)}
        </h2>
        <nav aria-label="Dates" className={classes.dates}>
          <StepLink to={stepDate(view, date, -1)} label={`Previous ${view}`} Icon={IconChevronLeft} />
          <Link
            from="/admin/schedule"
            search={(before) => ({ ...before, date: undefined, open: undefined })}
            resetScroll={false}
            activeOptions={{ includeSearch: true, exact: true }}
            className={classes.today}
          >
            Today
          </Link>
          <StepLink to={stepDate(view, date, 1)} label={`Next ${view}`} Icon={IconChevronRight} />
        </nav>
        <nav aria-label="View" className={classes.views}>
          {scheduleViews.map((one) => (
            <Link
              key={one}
              from="/admin/schedule"
              search={(before) => ({
                ...before,
                view: one === 'day' ? undefined : one,
                date,
                open: undefined,
              })}
              resetScroll={false}
              className={classes.view}
              activeOptions={{ includeSearch: true, exact: true }}
              aria-current={one === view ? 'page' : undefined}
            >
              {viewNames[one]}
            </Link>
          ))}
        </nav>
      </div>
      <Filters search={search} onShow={onShow} onCloseCage={onCloseCage} />
    </Stack>
  )
}

function Filters({
  search: { search, status },
  onShow,
  onCloseCage,
}: Pick<ScheduleToolbarProps, 'search' | 'onShow' | 'onCloseCage'>) {
  const [opened, setOpened] = useState(status !== undefined)
  return (
    <FilterBar
      label="Search the schedule"
      placeholder="Name, phone, cage, coach or class"
      search={search ?? ''}
      onSearch={(text) => onShow({ search: text || undefined })}
      onClear={search || status ? () => onShow({ search: undefined, status: undefined }) : undefined}
    >
      <Button
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        aria-expanded={opened}
        aria-controls={opened ? 'schedule-filters' : undefined}
        onClick={() => setOpened(!opened)}
      >
        {status ? 'Filters (1)' : 'Filters'}
      </Button>
      {opened && (
        <FilterSelect
          id="schedule-filters"
          label="Status"
          value={status ?? ''}
          onChange={(value) => onShow({ status: shownStatuses.find((known) => known === value) })}
          data={[
            { value: '', label: 'All statuses' },
            ...shownStatuses.map((value) => ({ value, label: statusNames[value] })),
          ]}
        />
      )}
      {onCloseCage && (
        <Button
          variant="default"
          className={classes.closeCage ?? ''}
          leftSection={<IconBarrierBlock size={18} aria-hidden />}
          onClick={onCloseCage}
        >
          Close a cage…
        </Button>
      )}
    </FilterBar>
  )
}

interface StepLinkProps {
  to: string
  label: string
  Icon: typeof IconChevronLeft
}

const StepLink = ({ to, label, Icon }: StepLinkProps) => (
  <Link
    from="/admin/schedule"
    search={(before) => ({ ...before, date: to, open: undefined })}
    resetScroll={false}
    aria-label={label}
    title={label}
  >
    <Icon size={22} aria-hidden />
  </Link>
)
