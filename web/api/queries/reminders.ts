import type { ReminderAbout } from '../../../shared/contract/messages/reminders.ts'
import { read } from '../read.ts'

/** Who gets a reminder or message about something, and what was sent before. */
export const sessionAudienceQuery = (
  about: ReminderAbout,
  about_id: string,
  alsoIds: readonly string[] = [],
) => ({
  ...read('GET /api/session-audience', {
    ...{ about, about_id },
    ...(alsoIds.length > 0 && { also_ids: alsoIds.join(',') }),
  }),
  staleTime: 0,
})

/** How far a reminder or message is; live by the topic `reminders`. */
export const reminderRunQuery = (run_id: string) => ({
  ...read('GET /api/reminder-runs/:run_id', { run_id }),
  staleTime: 0,
})
