import { Menu } from '@mantine/core'
import {
  IconBarrierBlock,
  IconCalendarWeek,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconKeyboard,
  IconLayoutGrid,
  IconPlus,
  IconPrinter,
  IconRefresh,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Heading, Row } from '../../../ui/layout.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import classes from './ScheduleToolbar.module.css'
import { stepDate, titleOf } from './scheduleRange.ts'
import { type ScheduleSearch, type ScheduleView, type ShownStatus, scheduleViews } from './scheduleSearch.ts'
import type { ShownDay } from './WeekView.tsx'

const viewNames = { day: 'Day', week: 'Week', month: 'Month' } as const satisfies Record<ScheduleView, string>

interface ScheduleToolbarProps {
  view: ScheduleView
  date: string
  today: string
  search: ScheduleSearch
  /** The days counted; undefined while they are loaded. */
  days: readonly Pick<ShownDay, 'total' | 'paid' | 'pending'>[] | undefined
  /** Who is late now, and whether only they are looked for; absent where that is not today. */
  late?: { count: number; isShown: boolean; onShow: (isShown: boolean) => void } | undefined
  /** Whether a week or month is drawn with each booking; absent where there is no choice. */
  columns?: { isShown: boolean; onShow: (isShown: boolean) => void } | undefined
  onShow: (change: Partial<ScheduleSearch>) => void
  onCreate: () => void
  onRefresh: () => void
  onKeys: () => void
  /** Closes cages of the day; absent where there is nothing to close. */
  onCloseCage?: (() => void) | undefined
}

/** Which days the schedule shows and which bookings of them, and what is begun there. What it shows is in the address. */
export function ScheduleToolbar(props: ScheduleToolbarProps) {
  const { view, date, today, search, columns, onShow, onCreate } = props
  const [days, year] = titleOf(view, date, today).split(/, (?=\d{4}$)/)
  return (
    <div className={classes.bar}>
      <Heading size="xl" className={classes.title} aria-live="polite">
        {days}
        {year && (
          <>
            <span className={classes.comma}>, </span>
            <span className={classes.year}>{year}</span>
          </>
        )}
      </Heading>
      <nav aria-label="Dates" className={`${classes.group} ${classes.dates}`}>
        <StepLink to={stepDate(view, date, -1)} label={`Previous ${view}`} Icon={IconChevronLeft} />
        <Link
          from="/admin/schedule"
          search={(before) => ({ ...before, date: undefined, open: undefined })}
          resetScroll={false}
          activeOptions={{ includeSearch: true, exact: true }}
        >
          Today
        </Link>
        <StepLink to={stepDate(view, date, 1)} label={`Next ${view}`} Icon={IconChevronRight} />
      </nav>
      <div className={classes.line}>
        <nav aria-label="View" className={`${classes.group} ${classes.views}`}>
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
              activeOptions={{ includeSearch: true, exact: true }}
              aria-current={one === view ? 'page' : undefined}
            >
              {viewNames[one]}
            </Link>
          ))}
        </nav>
        <div className={classes.find}>
          <FilterBar
            label="Search the schedule"
            placeholder="Name"
            search={search.search ?? ''}
            onSearch={(text) => onShow({ search: text || undefined })}
          />
        </div>
        <Chips {...props} />
        {columns && (
          <button
            type="button"
            className={classes.icon}
            aria-pressed={columns.isShown}
            aria-label="Columns"
            title={columns.isShown ? 'Show the Overview' : 'Show Each Booking'}
            onClick={() => columns.onShow(!columns.isShown)}
          >
            {columns.isShown ? (
              <IconLayoutGrid size={20} aria-hidden />
            ) : (
              <IconCalendarWeek size={20} aria-hidden />
            )}
          </button>
        )}
        <More {...props} />
      </div>
      <button type="button" className={classes.add} onClick={onCreate}>
        <IconPlus size={18} stroke={2.5} aria-hidden />
        <span className={classes.addText}>Add Booking</span>
      </button>
    </div>
  )
}

/** How many bookings the days have, whatever is searched (spec 3 §2); a press shows only those. Sessions are neither. */
function Chips({ days, search, late, onShow }: ScheduleToolbarProps) {
  const sum = (part: 'total' | 'paid' | 'pending') => days?.reduce((all, day) => all + day[part], 0) ?? '–'
  const chip = (name: string, count: number | string, status?: ShownStatus, more = '') => (
    <button
      type="button"
      className={classes.chip}
      data-tile={name + more}
      aria-pressed={status !== undefined && search.status === status}
      onClick={() => onShow({ status: search.status === status ? undefined : status })}
    >
      {name}
      {more && <span className={classes.long}>{more}</span>} <b>{count}</b>
    </button>
  )
  return (
    <Row as="fieldset" gap={4} align="stretch" className={classes.chips} aria-label="Bookings">
      {chip('Total', sum('total'), undefined, ' Bookings')}
      {chip('Paid', sum('paid'), 'paid')}
      {chip('Pending', sum('pending'), 'pending payment')}
      {late && late.count > 0 && (
        <button
          type="button"
          className={classes.chip}
          data-late
          aria-pressed={late.isShown}
          onClick={() => late.onShow(!late.isShown)}
        >
          <b>{late.count}</b> late
        </button>
      )}
    </Row>
  )
}

/** What is seldom wanted. */
const More = ({ date, onCloseCage, onRefresh, onKeys }: ScheduleToolbarProps) => (
  <Menu position="bottom-end" width={220} shadow="lg">
    <Menu.Target>
      <button type="button" className={classes.icon} aria-label="More">
        <IconDots size={20} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {onCloseCage && (
        <Menu.Item leftSection={<IconBarrierBlock size={18} aria-hidden />} onClick={onCloseCage}>
          Close a Cage…
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconPrinter size={18} aria-hidden />}
        renderRoot={(item) => <Link {...item} to="/admin/schedule/print" search={{ date }} />}
      >
        Print the Day
      </Menu.Item>
      <Menu.Item leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRefresh}>
        Refresh
      </Menu.Item>
      <Menu.Item
        className={classes.keys ?? ''}
        leftSection={<IconKeyboard size={18} aria-hidden />}
        onClick={onKeys}
      >
        Keyboard Shortcuts
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

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
    data-step
  >
    <Icon size={20} aria-hidden />
  </Link>
)
