import { Button } from '@mantine/core'
import { IconArrowRight, IconCalendarPlus, IconClockOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CoachDay } from '../../../../shared/contract/lessons/coachLessons.ts'
import { topicName } from '../../../../shared/domain/liveTopics.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { coachDayQuery } from '../../../api/queries/coachPortal.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { coachDataFailure } from '../../../components/staff/coachTab.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Grid, Heading, Stack, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import staffPage from '../../../ui/staff/StaffPage.module.css'
import { TimeOffDialog, type TimeOffStart } from '../../coaches/staff/TimeOffDialog.tsx'
import { CoachCalendar } from './CoachCalendar.tsx'
import { CoachSessions } from './CoachSessions.tsx'
import { DayPending, Overview } from './DashboardParts.tsx'
import classes from './DashboardTab.module.css'
import { LessonCard } from './LessonCard.tsx'
import { lessonName } from './lessonTexts.ts'
import { useLessonDialogs } from './useLessonDialogs.tsx'

/** The coach's dashboard opens on today: the next lesson, the day, the way to the next free half hour (spec 3 §2). */
export default function DashboardTab() {
  const { data: day, error, refetch } = useQuery({ ...coachDayQuery, refetchInterval: 5 * 60_000 })
  useLiveQueries(day ? { [topicName('schedule', day.day)]: [coachDayQuery.queryKey] } : {})
  return (
    <Stack className={staffPage.page}>
      {error ? (
        <>
          <Heading as="h1" size="xl" breaks className={staffPage.title}>
            Today
          </Heading>
          <ErrorAlert error={error} text={coachDataFailure(error)} onRetry={() => void refetch()} />
        </>
      ) : day ? (
        <Day day={day} />
      ) : (
        <DayPending />
      )}
    </Stack>
  )
}

function Day({ day }: { day: CoachDay }) {
  const now = useMinuteClock()
  const { edit, cancel, dialogs } = useLessonDialogs(day.lessons)
  const next = day.lessons.find(({ end }) => Date.parse(end) > now.getTime())
  const ahead = day.lessons.filter(({ id, end }) => id !== next?.id && Date.parse(end) > now.getTime())
  const over = day.lessons.filter(({ end }) => Date.parse(end) <= now.getTime())
  const cardOf = (lesson: CoachDay['lessons'][number]) => ({
    lesson,
    now,
    onEdit: () => edit(lesson),
    onCancel: () => cancel(lesson),
  })
  return (
    <>
      <div>
        <Heading as="h1" size="xl" breaks className={staffPage.title}>
          Today
        </Heading>
        <Text tone="dim">{formatDay(day.day, 'long')}</Text>
      </div>
      <Grid gap="lg" className={classes.columns}>
        <div className={classes.main}>
          <section aria-labelledby="next-lesson">
            <Heading below="xs" size="lg" id="next-lesson" className={classes.heading}>
              Next Lesson
            </Heading>
            {next ? <LessonCard {...cardOf(next)} isNext /> : <NothingToday day={day} />}
          </section>
          {day.next_free && <NextFree next={day.next_free} today={day.day} />}
          <TakeTimeOff day={day.day} />
          {ahead.length > 0 && (
            <section aria-labelledby="later-lessons">
              <Heading below="xs" size="lg" id="later-lessons" className={classes.heading}>
                Later Today
              </Heading>
              {ahead.map((lesson) => (
                <LessonCard key={lesson.id} {...cardOf(lesson)} folds />
              ))}
            </section>
          )}
          {over.length > 0 && (
            <section aria-labelledby="earlier-lessons">
              <Heading below="xs" size="lg" id="earlier-lessons" className={classes.heading}>
                Earlier Today
              </Heading>
              {over.map((lesson) => (
                <LessonCard key={lesson.id} {...cardOf(lesson)} folds />
              ))}
            </section>
          )}
          <CoachSessions />
        </div>
        <div className={classes.side}>
          <Overview counters={day.counters} today={day.day} />
          <CoachCalendar />
        </div>
      </Grid>
      {dialogs}
    </>
  )
}

const NothingToday = ({ day: { lessons, next } }: { day: CoachDay }) => (
  <div className={classes.nothing}>
    <p>{lessons.length > 0 ? 'No more lessons today.' : 'No lessons today.'}</p>
    <Text tone="dim" size="sm" className={classes.hint}>
      {next ? `Your next one: ${lessonName(next)}` : 'Nothing is booked after today.'}
    </Text>
  </div>
)

/** An afternoon at a game, without the way through Availability. */
function TakeTimeOff({ day }: { day: string }) {
  const facility = useQuery(facilityQuery).data
  const [start, setStart] = useState<TimeOffStart>()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconClockOff size="1.25rem" aria-hidden />}
        className={classes.timeOff ?? ''}
        onClick={() => setStart({ day })}
      >
        Take Time Off
      </Button>
      {facility && <TimeOffDialog facility={facility} of={start} onClose={() => setStart(undefined)} />}
    </>
  )
}

/** Leads to the booking grid at the next half hour in which the coach and a cage are free. */
const NextFree = ({ next, today }: { next: NonNullable<CoachDay['next_free']>; today: string }) => (
  <Link
    to="/coach-dashboard"
    search={{ tab: 'book-client', day: next.day, time: next.time }}
    className={classes.nextFree}
  >
    <IconCalendarPlus size={24} aria-hidden />
    <span>
      <Text as="span" tone="dim" size="xs" strong block>
        Next free half hour
      </Text>
      <strong>
        {next.day === today ? 'Today' : formatDay(next.day)}, {formatWallTime(next.time)}
      </strong>
    </span>
    <IconArrowRight size={22} aria-hidden className={classes.arrow} />
  </Link>
)
