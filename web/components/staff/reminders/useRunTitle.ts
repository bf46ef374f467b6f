import { useQuery } from '@tanstack/react-query'
import { reminderRunQuery } from '../../../api/queries/reminders.ts'

/** The title of a dialog that shows a run: whether it is under way or done (spec 3 §2). Undefined where none is shown. */
export function useRunTitle(runId: string | undefined): string | undefined {
  const { data } = useQuery({ ...reminderRunQuery(runId ?? ''), enabled: runId !== undefined })
  if (runId === undefined) return undefined
  const isMessage = data?.run.kind === 'message'
  if (!data || data.run.waiting > 0) return isMessage ? 'Sending Message' : 'Sending Reminder Emails'
  return isMessage ? 'Message Sent' : 'Reminder Emails Sent'
}
