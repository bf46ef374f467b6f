import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { IconCalendarShare } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay } from '../../../../shared/domain/timeFormat.ts'
import { api, problemOf, unwrap } from '../../../api/client.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { calendarFeedQuery } from '../../../api/queries/security.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import { CalendarAddress } from './CalendarAddress.tsx'

import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityParts.tsx'

/** A secret address with which a phone's calendar follows what is booked. */
export function CalendarSection() {
  const feed = useQuery(calendarFeedQuery)
  const zone = useQuery(facilityQuery).data?.time_zone
  const { renew, end } = useCalendarFeed()
  const [asking, setAsking] = useState<'renew' | 'end'>()
  const madeAt = feed.data?.created_at
  const error = renew.error ?? end.error
  return (
    <SecurityCard icon={IconCalendarShare} title="Your calendar" wide>
      <p className={classes.line}>
        Cages, lessons, classes and camps in the calendar of your phone, always as they are now: moved when
        they move, gone when they are canceled.
      </p>
      {feed.isPending && <CardPending />}
      {feed.error && !feed.data && <CardProblem error={feed.error} onRetry={() => void feed.refetch()} />}
      {renew.data && madeAt && <CalendarAddress addresses={renew.data} />}
      {feed.data && madeAt && !renew.data && (
        <p className={classes.line}>
          Your calendar address was made
          {zone ? ` on ${formatDay(facilityDay(madeAt, zone), 'short')}` : ''}. It was shown that once; for
          another calendar make a new one.
        </p>
      )}
      <FormNotice notice={error ? { kind: 'error', text: error.message } : undefined} />
      {feed.data && (
        <div className={classes.actions}>
          {madeAt ? (
            <>
              <Button variant="default" loading={renew.isPending} onClick={() => setAsking('renew')}>
                Make a new address
              </Button>
              <Button variant="default" loading={end.isPending} onClick={() => setAsking('end')}>
                Remove address
              </Button>
            </>
          ) : (
            <Button color="stitch.6" loading={renew.isPending} onClick={() => renew.mutate()}>
              Get calendar address
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={asking === 'renew'}
        title="New calendar address?"
        text="The address that you have now stops working at once. Calendars that follow it need the new one."
        label="Make a new address"
        onConfirm={() => {
          renew.mutate()
          setAsking(undefined)
        }}
        onClose={() => setAsking(undefined)}
      />
      <ConfirmDialog
        opened={asking === 'end'}
        title="Remove calendar address?"
        text="Calendars that follow it are no longer told what you book."
        label="Remove address"
        onConfirm={() => {
          end.mutate()
          setAsking(undefined)
        }}
        onClose={() => setAsking(undefined)}
      />
    </SecurityCard>
  )
}

function useCalendarFeed() {
  const queryClient = useQueryClient()
  const renew = useMutation({
    mutationFn: () => unwrap(api.me['calendar-feed'].$post()),
    onSuccess: ({ created_at }) => queryClient.setQueryData(calendarFeedQuery.queryKey, { created_at }),
  })
  const end = useMutation({
    mutationFn: async () => {
      const response = await api.me['calendar-feed'].$delete()
      if (!response.ok) throw await problemOf(response)
    },
    onSuccess: () => {
      renew.reset()
      queryClient.setQueryData(calendarFeedQuery.queryKey, { created_at: null })
    },
  })
  return { renew, end }
}
