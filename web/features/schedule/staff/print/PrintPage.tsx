import { Checkbox } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Facility } from '../../../../../shared/contract/facility/facility.ts'
import { formatDollars } from '../../../../../shared/domain/money/money.ts'
import { addDays, facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { scheduleDayQuery } from '../../../../api/queries/scheduleDay.ts'
import { rostersQuery, useLiveDesk } from '../../../../api/queries/staffSchedule.ts'
import { PrintedLogo } from '../../../../components/PrintedLogo.tsx'
import { Heading, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { PrintButton } from '../../../../ui/staff/PrintButton.tsx'
import { StaffPage } from '../../../../ui/staff/StaffPage.tsx'
import { ScheduleSkeleton } from '../ScheduleSkeleton.tsx'
import { DayByCage, DayByTime } from './DaySheet.tsx'
import { RosterSheet } from './RosterSheet.tsx'
import classes from './sheet.module.css'
import { owedOf, sheetRows } from './sheetRows.ts'

/** The day sheet and the rosters of a day, as they come out of the printer. */
export function PrintPage({ date }: { date: string | undefined }) {
  const facility = useQuery(facilityQuery).data
  if (!facility) return <ScheduleSkeleton />
  const day = date ?? facilityDay(new Date(), facility.time_zone)
  return <Sheets day={day} facility={facility} />
}

const parts = { time: 'By time', cage: 'By cage', rosters: 'Rosters' } as const
type Part = keyof typeof parts

function Sheets({ day, facility }: { day: string; facility: Facility }) {
  useLiveDesk([day])
  const schedule = useQuery(scheduleDayQuery(day))
  const rosters = useQuery(rostersQuery(day))
  const [left, setLeft] = useState<ReadonlySet<Part>>(new Set())
  const reload = () => void Promise.all([schedule.refetch(), rosters.refetch()])
  const error = schedule.error ?? rosters.error
  const shows = (part: Part) => !left.has(part)
  return (
    <StaffPage
      title="Day Sheet"
      refresh={{ onRefresh: reload, isFetching: schedule.isFetching || rosters.isFetching }}
      action={<PrintButton />}
    >
      <div className={classes.controls}>
        <Link to="/admin/schedule" search={{ date: day }} className={classes.link}>
          <IconArrowLeft size={18} aria-hidden /> Schedule
        </Link>
        <DayLink to={addDays(day, -1)} label="Previous day" Icon={IconChevronLeft} />
        <h2 className={classes.day}>{formatDay(day, 'long')}</h2>
        <DayLink to={addDays(day, 1)} label="Next day" Icon={IconChevronRight} />
        {(Object.keys(parts) as Part[]).map((part) => (
          <Checkbox
            key={part}
            label={parts[part]}
            checked={shows(part)}
            onChange={({ currentTarget }) =>
              setLeft(
                new Set(currentTarget.checked ? [...left].filter((one) => one !== part) : [...left, part]),
              )
            }
          />
        ))}
        <Text tone="dim" size="sm" className={classes.note}>
          Medical notes and emergency contacts aren’t printed: each reading is recorded in the audit log.
        </Text>
      </div>
      {error && (
        <ErrorAlert error={error} text={`Error loading schedule: ${error.message}`} onRetry={reload} />
      )}
      {!schedule.data || !rosters.data ? (
        !error && <ScheduleSkeleton />
      ) : (
        <Paper day={day} facility={facility} schedule={schedule.data} rosters={rosters.data} shows={shows} />
      )}
    </StaffPage>
  )
}

interface PaperProps {
  day: string
  facility: Facility
  schedule: Parameters<typeof sheetRows>[0]
  rosters: Parameters<typeof sheetRows>[1]
  shows: (part: Part) => boolean
}

function Paper({ day, facility, schedule, rosters, shows }: PaperProps) {
  const rows = sheetRows(schedule, rosters)
  const zone = facility.time_zone
  const head = { facility: facility.name, day: formatDay(day, 'long') }
  const { bookings, time_off, cages } = schedule
  const off = [...new Set(time_off.map(({ coach_name }) => coach_name))]
  return (
    <article className={classes.paper}>
      <header className={classes.head}>
        <PrintedLogo />
        <p className={classes.facility}>{facility.name}</p>
        <Heading as="p" size="3xl">
          {formatDay(day, 'long')}
        </Heading>
        <p>
          {bookings.length} bookings · {bookings.filter(({ status }) => status === 'paid').length} paid ·{' '}
          {formatDollars(owedOf(rows, rosters))} owed
          {off.length > 0 && ` · Off: ${off.join(', ')}`}
        </p>
      </header>
      {rows.length === 0 && <p>Nothing is booked on this day.</p>}
      {shows('time') && rows.length > 0 && <DayByTime head={head} rows={rows} zone={zone} />}
      {shows('cage') && rows.length > 0 && (
        <DayByCage head={head} rows={rows} zone={zone} cages={cages.map(({ name }) => name)} />
      )}
      {shows('rosters') &&
        rosters.map((roster) => <RosterSheet key={roster.id} head={head} roster={roster} zone={zone} />)}
    </article>
  )
}

interface DayLinkProps {
  to: string
  label: string
  Icon: typeof IconChevronLeft
}

const DayLink = ({ to, label, Icon }: DayLinkProps) => (
  <Link
    to="/admin/schedule/print"
    search={{ date: to }}
    className={classes.link}
    aria-label={label}
    title={label}
  >
    <Icon size={22} aria-hidden />
  </Link>
)
