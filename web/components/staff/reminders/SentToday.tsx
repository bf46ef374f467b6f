import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SentToday as Earlier } from '../../../../shared/contract/messages/reminders.ts'
import { formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { Actions } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { AttemptError } from '../AttemptError.tsx'
import type { Repeat } from './useSendRun.ts'

interface SentTodayProps {
  readonly earlier: Earlier
  readonly isPending: boolean
  /** Why the last attempt failed, the question itself left out. */
  readonly error: Error | null
  readonly onRepeat: (repeat: Repeat) => void
  readonly onClose: () => void
}

/** The question before the same goes out a second time on one day. */
export function SentToday({ earlier, isPending, error, onRepeat, onClose }: SentTodayProps) {
  const { data: facility } = useQuery(facilityQuery)
  const { created_at, created_by, total, new_recipients: fresh } = earlier
  return (
    <>
      <Note>
        This was sent today at {facility && formatTime(created_at, facility.time_zone)} to {total}
        {created_by && ` by ${created_by}`}.{' '}
        {fresh === 0
          ? 'Everyone registered has it.'
          : `${fresh} ${fresh === 1 ? 'person has' : 'people have'} not got it yet.`}
      </Note>
      <AttemptError
        error={isRefusal(error, 'reminder_sent_today') ? null : error}
        button="Send to Everyone Again"
      />
      <Actions>
        {fresh > 0 && (
          <Button color="stitch.6" loading={isPending} onClick={() => onRepeat('new')}>
            Send to the {fresh} New Only
          </Button>
        )}
        <Button variant="default" disabled={isPending} onClick={() => onRepeat('everyone')}>
          Send to Everyone Again
        </Button>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          Don’t Send
        </Button>
      </Actions>
    </>
  )
}
