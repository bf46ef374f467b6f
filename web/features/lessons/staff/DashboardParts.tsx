import { Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconClipboardList, IconClockHour4 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CoachDay } from '../../../../shared/contract/lessons/coachLessons.ts'
import { addDays, dayOfWeek } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import type { CoachTab } from '../../../components/staff/coachTab.ts'
import { Grid, Heading, Stack, Text } from '../../../ui/layout.tsx'
import staffPage from '../../../ui/staff/StaffPage.module.css'
import classes from './DashboardTab.module.css'

const quickActions: readonly { label: string; tab: CoachTab; Icon: typeof IconClockHour4 }[] = [
  { label: 'Book Client', tab: 'book-client', Icon: IconCalendarPlus },
  { label: 'View My Bookings', tab: 'bookings', Icon: IconClipboardList },
  { label: 'Set Availability', tab: 'availability', Icon: IconClockHour4 },
]

/** The three counters and the quick actions (spec 3 §2). */
export function Overview({ counters, today }: { counters: CoachDay['counters']; today: string }) {
  const sunday = addDays(today, -dayOfWeek(today))
  return (
    <>
      <section aria-labelledby="counters">
        <Heading below="xs" size="lg" id="counters" className={classes.heading}>
          Lessons
        </Heading>
        <Grid as="dl" gap={8} className={classes.counters}>
          <Counter name="Today" count={counters.today} about={formatDay(today)} />
          <Counter name="This Week" count={counters.this_week} about={`From ${formatDay(sunday, 'date')}`} />
          <Counter name="Total" count={counters.total} about="Not canceled" />
        </Grid>
      </section>
      <section aria-labelledby="quick-actions">
        <Heading below="xs" size="lg" id="quick-actions" className={classes.heading}>
          Quick Actions
        </Heading>
        <Stack as="ul" gap={8}>
          {quickActions.map(({ label, tab, Icon }) => (
            <li key={tab}>
              <Link to="/coach-dashboard" search={{ tab }} className={classes.quickLink}>
                <Icon size={22} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </Stack>
      </section>
    </>
  )
}

const Counter = ({ name, count, about }: { name: string; count: number; about: string }) => (
  <div className={classes.counter}>
    <dt>{name}</dt>
    <dd className={classes.count}>{count}</dd>
    <Text as="dd" tone="dim" size="sm" className={classes.hint}>
      {about}
    </Text>
  </div>
)

/** The day while it is on its way. */
export const DayPending = () => (
  <div aria-busy="true">
    <Heading as="h1" size="xl" breaks className={staffPage.title}>
      Today
    </Heading>
    <Text tone="dim" role="status">
      Loading your day…
    </Text>
    <Grid gap="lg" className={classes.columns}>
      <Skeleton height={320} radius="lg" />
      <Skeleton height={220} radius="lg" />
    </Grid>
  </div>
)
