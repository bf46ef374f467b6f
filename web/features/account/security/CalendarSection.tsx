import { Button } from '@mantine/core'
import { IconCalendarShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayInText } from '../../../../shared/domain/time/timeFormat.ts'
import { call } from '../../../api/call.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { calendarFeedQuery } from '../../../api/queries/security.ts'
import { CalendarAddress, CalendarDialogs, useCalendarAddress } from '../../../components/CalendarAddress.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Refusal } from '../../accounts/FormNotice.tsx'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityCard.tsx'

/** A secret address at which a phone's calendar follows the customer's bookings. */
export function CalendarSection() {
  const feed = useQuery(calendarFeedQuery)
  const zone = useQuery(facilityQuery).data?.time_zone
  const { renew, end } = useCalendarAddress(calendarFeedQuery.queryKey, {
    renew: () => call('POST /api/me/calendar-feed', {}),
    end: () => call('DELETE /api/me/calendar-feed', {}),
  })
  const [asking, setAsking] = useState<'renew' | 'end'>()
  const madeAt = feed.data?.created_at
  const error = renew.error ?? end.error
  return (
    <SecurityCard icon={IconCalendarShare} title="Your Calendar" wide>
      <Text breaks>
        Your cages, lessons, classes and camps in your phone’s calendar. Subscribe once; changes show up
        automatically.
      </Text>
      {feed.isPending && <CardPending />}
      {feed.error && !feed.data && <CardProblem error={feed.error} onRetry={() => void feed.refetch()} />}
      {renew.data && madeAt && (
        <CalendarAddress
          addresses={renew.data}
          description="Shown only once. Anyone who has it can see what you book, so keep it private."
          actions={classes.actions}
        />
      )}
      {feed.data && madeAt && !renew.data && (
        <Text breaks>
          Your calendar address was made
          {zone ? ` on ${dayInText(facilityDay(madeAt, zone), facilityDay(new Date(), zone))}` : ''}. It was
          shown that once; for another calendar make a new one.
        </Text>
      )}
      <Refusal error={error} />
      {feed.data && (
        <div className={classes.actions}>
          {madeAt ? (
            <>
              <Button variant="default" loading={renew.isPending} onClick={() => setAsking('renew')}>
                Make a New Address
              </Button>
              <Button variant="default" loading={end.isPending} onClick={() => setAsking('end')}>
                Remove Address
              </Button>
            </>
          ) : (
            <Button color="stitch.6" loading={renew.isPending} onClick={() => renew.mutate()}>
              Get Calendar Address
            </Button>
          )}
        </div>
      )}
      <CalendarDialogs
        asking={asking}
        endText="Calendars that use it no longer get your bookings."
        onRenew={() => renew.mutate()}
        onEnd={() => end.mutate()}
        onClose={() => setAsking(undefined)}
      />
    </SecurityCard>
  )
}
