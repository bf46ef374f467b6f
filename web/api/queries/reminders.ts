import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ReminderAbout } from '../../../shared/contract/messages/reminders.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

const remindersKey = [...queryKeys.staff, 'reminders']

/** Who gets a reminder or message about something, and what was sent before. */
export const sessionAudienceQuery = (about: ReminderAbout, about_id: string) =>
  queryOptions({
    queryKey: [...remindersKey, 'audience', about, about_id],
    queryFn: ({ signal }) => call('GET /api/session-audience', { about, about_id }, { signal }),
    staleTime: 0,
  })

/** How far a reminder or message is; live by the topic `reminders`. */
export const reminderRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...remindersKey, 'run', id],
    queryFn: ({ signal }) => call('GET /api/reminder-runs/:run_id', { run_id: id }, { signal }),
    staleTime: 0,
  })

export const refreshReminders = (queryClient: QueryClient): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: remindersKey })
