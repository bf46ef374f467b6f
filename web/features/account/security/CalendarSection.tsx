import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import { Button, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCalendarShare, IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay } from '../../../../shared/domain/timeFormat.ts'
import { api, problemOf, unwrap } from '../../../api/client.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { calendarFeedQuery } from '../../../api/queries/security.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityCard.tsx'

/** A secret address at which a phone's calendar follows the customer's bookings. */
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

interface CalendarAddressProps {
  addresses: { url: string; webcal_url: string; google_url: string }
}

/** A new calendar address, shown once: to open in a calendar, or to copy. */
function CalendarAddress({ addresses }: CalendarAddressProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(addresses.url)
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
        description="Shown only now. Whoever has it can see what you book, so keep it to yourself."
        value={addresses.url}
        readOnly
        data-private
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.actions}>
        <Button
          color="stitch.6"
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy address'}
        </Button>
        <a className={classes.linkButton} href={addresses.webcal_url}>
          <IconCalendarPlus size={18} aria-hidden /> Open in my calendar
        </a>
        <a
          className={classes.linkButton}
          href={addresses.google_url}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconCalendarPlus size={18} aria-hidden /> Add to Google Calendar
        </a>
      </div>
    </>
  )
}
