/** Reminders and messages to everybody of a camp, class session, lesson or cage booking (spec 3 §2, §3, §7). */

import { z } from 'zod'
import { undoField } from '../bookings/staffChanges.ts'
import { id, idList, instant } from '../fields.ts'
import { route } from '../route.ts'
import { manyLines, oneLine } from '../text.ts'

/** What people are reminded of or written to about; of a class, one session. */
export const reminderAbout = z.enum(['camp', 'class', 'lesson', 'booking', 'guest_booking'])
export type ReminderAbout = z.infer<typeof reminderAbout>

const target = { about: reminderAbout, about_id: id }

/** How many bookings, lessons, sessions or camps one message can be about. */
export const mostMessagedAtOnce = 100
const also = 'Further bookings, lessons, sessions or camps, of any kind: each person gets one message.'
const targets = {
  ...target,
  also_ids: z
    .array(id)
    .max(mostMessagedAtOnce - 1)
    .optional()
    .meta({ description: also }),
}
const messageText = { subject: oneLine(150), text: manyLines(5_000) }

const repeat = z.enum(['new', 'everyone']).optional().meta({
  description:
    "Confirms a second one on the same day: 'new' only to those who have not got it today, 'everyone' to all again.",
})

const person = z.object({
  name: z.string(),
  email: z
    .string()
    .nullable()
    .meta({ description: 'Null for coaches, who read names and masked phone numbers.' }),
  phone: z.string().nullable(),
  participants: z.string().meta({ description: "Who takes part, e.g. 'Mia and Leo'; empty: the person." }),
})
export type ReminderPerson = z.infer<typeof person>

/** What was sent before, as the question before a second one names it. */
const earlier = z.object({
  run_id: id,
  kind: z.enum(['reminder', 'message']),
  subject: z.string().nullable().meta({ description: 'Of a message; null for reminders.' }),
  created_at: instant,
  created_by: z.string().nullable(),
  total: z.number().int(),
  today: z.boolean().meta({ description: 'Whether it was today, in facility time.' }),
})

const audience = z.object({
  title: z.string().meta({ description: "Of several: the first that begins, 'and 2 more'." }),
  start_time: instant,
  days_until: z.number().int().meta({ description: 'Days of the calendar until it begins; 0 once it has.' }),
  recipients: z.array(person).meta({ description: 'Each gets one mail, however many of theirs take part.' }),
  unreachable: z.array(person).meta({ description: 'Those without an e-mail address.' }),
  earlier: z.array(earlier).meta({ description: 'What was sent, newest first.' }),
  automatic: z.object({ at: instant, done: z.boolean() }).nullable().meta({
    description:
      'When it is sent by itself, and whether it has been; null where that is off, and for several.',
  }),
})
export type SessionAudience = z.infer<typeof audience>

const recipient = person.extend({
  message_id: id,
  status: z.enum(['waiting', 'retrying', 'sent', 'failed']).meta({
    description: "'retrying': the mail server did not take it, and is asked again; 'failed': given up.",
  }),
  error: z.string().nullable(),
})
export type RunRecipient = z.infer<typeof recipient>

const run = z.object({
  id,
  kind: z.enum(['reminder', 'message']),
  ...target,
  title: z.string(),
  start_time: instant,
  days_until: z.number().int(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  created_at: instant,
  created_by: z.string().nullable(),
  total: z.number().int(),
  waiting: z.number().int(),
  retrying: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
})
export type ReminderRun = z.infer<typeof run>

/** What a `reminder_sent_today` refusal says. */
export interface SentToday extends z.infer<typeof earlier> {
  /** How many would get it who have not got it today. */
  readonly new_recipients: number
}

const sendErrors = [
  'reminder_nobody',
  'reminder_nobody_reachable',
  'reminder_sent_today',
  'reminder_nobody_new',
  'too_many_requests',
] as const

export const sendCampReminder = route({
  operationId: 'send-camp-reminder',
  call: 'POST /api/camp-reminders',
  access: 'desk',
  summary: 'Remind everybody who is registered for a camp; read the run for its progress',
  body: z.object({ campId: id, repeat }),
  answer: z.object({
    run_id: id,
    summary: z.object({
      total: z.number().int(),
      successful: z.number().int(),
      failed: z.number().int(),
      daysUntilCamp: z.number().int(),
    }),
    results: z.array(
      z.object({
        email: z.string().nullable(),
        success: z.boolean().nullable().meta({ description: 'Null: under way.' }),
        error: z.string().nullable(),
      }),
    ),
    ...undoField,
  }),
  errors: [...sendErrors, 'camp_not_found', 'reminder_over'],
})

const started = z.object({ run_id: id, ...undoField })

export const sendClassReminder = route({
  operationId: 'send-class-reminder',
  call: 'POST /api/class-reminders',
  access: 'desk',
  summary: 'Remind everybody who has a place in a class session',
  body: z.object({ class_instance_id: id, repeat }),
  answer: started,
  errors: [...sendErrors, 'class_session_not_found', 'class_session_canceled', 'reminder_over'],
})

const notFound = [
  'camp_not_found',
  'class_session_not_found',
  'lesson_not_found',
  'booking_not_found',
] as const

export const sendSessionMessage = route({
  operationId: 'send-session-message',
  call: 'POST /api/session-messages',
  access: 'staff',
  summary:
    'Write to everybody of camps, class sessions, lessons or cage bookings; coaches to those of their own. The same text asks first',
  body: z.object({ ...targets, ...messageText, repeat }),
  answer: started,
  errors: [...sendErrors, ...notFound],
})

export const previewSessionMessage = route({
  operationId: 'preview-session-message',
  call: 'POST /api/session-messages/preview',
  access: 'staff',
  summary: 'A message as its first recipient would read it; nothing is sent',
  body: z.object({ ...targets, ...messageText }),
  answer: z.object({ subject: z.string(), text: z.string() }),
  errors: [...notFound],
})

export const getSessionAudience = route({
  operationId: 'get-session-audience',
  call: 'GET /api/session-audience',
  access: 'staff',
  summary: 'Who gets a reminder or message, who has no e-mail address, and what was sent before',
  query: z.object({
    ...target,
    also_ids: idList(mostMessagedAtOnce - 1)
      .optional()
      .meta({ description: `${also} Separated by commas.` }),
  }),
  answer: audience,
  errors: [...notFound],
})

export const getReminderRun = route({
  operationId: 'get-reminder-run',
  call: 'GET /api/reminder-runs/:run_id',
  access: 'staff',
  summary: 'How far a reminder or message is, with each recipient',
  params: z.object({ run_id: id }),
  answer: z.object({
    run,
    recipients: z.array(recipient),
    unreachable: z.array(person).meta({ description: 'Those without an e-mail address, as of now.' }),
  }),
  errors: ['reminder_run_not_found'],
})

/** What a coach holds for several people: a session of a class, or a camp. */
const coachSession = z.object({
  about: z.enum(['class', 'camp']),
  about_id: id,
  name: z.string(),
  title: z.string().meta({ description: 'The name with its days and times, as messages say it.' }),
  start_time: instant,
  end_time: instant,
  registered: z.number().int().meta({ description: 'Places that are not canceled.' }),
})
export type CoachSession = z.infer<typeof coachSession>

export const listCoachSessions = route({
  operationId: 'list-coach-sessions',
  call: 'GET /api/coach/sessions',
  access: 'coach',
  summary:
    "The coach's own class sessions and camps of today and the next 60 days, the soonest first; 60 at most",
  answer: z.array(coachSession),
  errors: ['coach_not_found'],
})

/** The operations of this file. */
export const remindersContract = [
  sendCampReminder,
  sendClassReminder,
  sendSessionMessage,
  previewSessionMessage,
  getSessionAudience,
  getReminderRun,
  listCoachSessions,
] as const
