import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { call } from '../../../api/call.ts'
import { coachCalendarQuery } from '../../../api/queries/coachPortal.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { CalendarAddress, CalendarDialogs, useCalendarAddress } from '../../../components/CalendarAddress.tsx'
import { Heading, Stack, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './DashboardTab.module.css'

/** A secret address at which a calendar follows the lessons that the coach gives. */
export function CoachCalendar() {
  const feed = useQuery(coachCalendarQuery)
  const zone = useQuery(facilityQuery).data?.time_zone
  const { renew, end } = useCalendarAddress(coachCalendarQuery.queryKey, {
    renew: () => call('POST /api/coach/calendar-feed', {}),
    end: () => call('DELETE /api/coach/calendar-feed', {}),
  })
  const [asking, setAsking] = useState<'renew' | 'end'>()
  const madeAt = feed.data?.created_at
  const error = renew.error ?? end.error ?? feed.error
  return (
    <Stack as="section" gap="sm" aria-labelledby="coach-calendar" className={classes.calendar}>
      <Heading below="xs" size="lg" id="coach-calendar" className={classes.heading}>
        Your Calendar
      </Heading>
      <Text tone="dim" size="sm" className={classes.hint}>
        Subscribe once; your phone shows your lessons with the players’ names and keeps up with every change.
      </Text>
      {feed.isPending && <Skeleton height={46} />}
      {renew.data && madeAt && (
        <CalendarAddress
          addresses={renew.data}
          description="Shown only once. Anyone who has it can see who comes when, so keep it private."
          actions={classes.calendarActions}
        />
      )}
      {madeAt && !renew.data && (
        <Text tone="dim" size="sm" className={classes.hint}>
          The address was made{zone ? ` on ${formatDay(facilityDay(madeAt, zone))}` : ''} and was shown that
          once.
        </Text>
      )}
      {error && <ErrorAlert error={error} {...(feed.error && { onRetry: () => void feed.refetch() })} />}
      {feed.data && (
        <div className={classes.calendarActions}>
          <Button
            variant="default"
            loading={renew.isPending}
            onClick={() => (madeAt ? setAsking('renew') : renew.mutate())}
          >
            {madeAt ? 'Make a New Address' : 'Get Calendar Address'}
          </Button>
          {madeAt && (
            <Button variant="default" loading={end.isPending} onClick={() => setAsking('end')}>
              Remove Address
            </Button>
          )}
        </div>
      )}
      <CalendarDialogs
        asking={asking}
        endText="Calendars that use it no longer get your lessons."
        onRenew={() => renew.mutate()}
        onEnd={() => end.mutate()}
        onClose={() => setAsking(undefined)}
      />
    </Stack>
  )
}
