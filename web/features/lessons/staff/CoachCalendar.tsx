import '@mantine/core/styles/Input.layer.css'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay } from '../../../../shared/domain/timeFormat.ts'
import { api, problemOf, unwrap } from '../../../api/client.ts'
import { coachCalendarQuery } from '../../../api/queries/coachPortal.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './DashboardTab.module.css'

/** A secret address at which a calendar follows the lessons that the coach gives. */
export function CoachCalendar() {
  const feed = useQuery(coachCalendarQuery)
  const zone = useQuery(facilityQuery).data?.time_zone
  const { renew, end } = useFeed()
  const [asking, setAsking] = useState<'renew' | 'end'>()
  const madeAt = feed.data?.created_at
  const error = renew.error ?? end.error ?? feed.error
  return (
    <section aria-labelledby="coach-calendar" className={classes.calendar}>
      <h2 id="coach-calendar" className={classes.heading}>
        Your calendar
      </h2>
      <p className={classes.hint}>
        Your lessons in the calendar of your phone, with who comes: moved when they move, gone when they are
        canceled.
      </p>
      {feed.isPending && <Skeleton height={46} radius="md" />}
      {renew.data && madeAt && <Address {...renew.data} />}
      {madeAt && !renew.data && (
        <p className={classes.hint}>
          The address was made{zone ? ` on ${formatDay(facilityDay(madeAt, zone))}` : ''} and was shown that
          once.
        </p>
      )}
      {error && <ErrorAlert error={error} {...(feed.error && { onRetry: () => void feed.refetch() })} />}
      {feed.data && (
        <div className={classes.calendarActions}>
          <Button
            variant="default"
            loading={renew.isPending}
            onClick={() => (madeAt ? setAsking('renew') : renew.mutate())}
          >
            {madeAt ? 'Make a new address' : 'Get calendar address'}
          </Button>
          {madeAt && (
            <Button variant="default" loading={end.isPending} onClick={() => setAsking('end')}>
              Remove address
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
        text="Calendars that follow it are no longer told of your lessons."
        label="Remove address"
        onConfirm={() => {
          end.mutate()
          setAsking(undefined)
        }}
        onClose={() => setAsking(undefined)}
      />
    </section>
  )
}

function useFeed() {
  const queryClient = useQueryClient()
  const { queryKey } = coachCalendarQuery
  const renew = useMutation({
    mutationFn: () => unwrap(api.coach['calendar-feed'].$post()),
    onSuccess: ({ created_at }) => queryClient.setQueryData(queryKey, { created_at }),
  })
  const end = useMutation({
    mutationFn: async () => {
      const response = await api.coach['calendar-feed'].$delete()
      if (!response.ok) throw await problemOf(response)
    },
    onSuccess: () => {
      renew.reset()
      queryClient.setQueryData(queryKey, { created_at: null })
    },
  })
  return { renew, end }
}

/** A new address, shown once: to open in a calendar, or to copy. */
function Address({ url, webcal_url, google_url }: { url: string; webcal_url: string; google_url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // Some browsers refuse; the selected text can be copied by hand.
      field.current?.select()
    }
  }
  return (
    <>
      <TextInput
        ref={field}
        label="Calendar address"
        description="Shown only now. Whoever has it can see who comes when, so keep it to yourself."
        value={url}
        readOnly
        data-private
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.calendarActions}>
        <Button
          color="stitch.6"
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy address'}
        </Button>
        <Button
          component="a"
          variant="default"
          href={webcal_url}
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Open in my calendar
        </Button>
        <Button
          component="a"
          variant="default"
          href={google_url}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Add to Google Calendar
        </Button>
      </div>
    </>
  )
}
