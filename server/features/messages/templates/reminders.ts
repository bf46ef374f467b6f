import { preparedLines } from '../editing/templateVariables.ts'
import {
  aside,
  button,
  greeting,
  heading,
  message,
  paragraph,
  prepared,
  preparedRows,
  questions,
  ticket,
  when,
} from './blocks.ts'
import {
  type BeforeComingData,
  beforeComing,
  beforeComingSample,
  type ChangesData,
  cancelLinksSample,
  changeLinkValues,
  changes,
  changesSample,
  directions,
  goodToKnow,
  keyFeatures,
  whatToBring,
} from './changes.ts'
import { type BuiltInTexts, escapeHtml, type MessageTemplate, type Prepared } from './template.ts'

/** What is near, as a reminder lists it. */
export interface RemindedSession {
  /** e.g. 'Hitting Basics', 'Lesson with Casey Coach', 'Cage 2'. */
  readonly name: string
  /** Who takes part; empty where the reader does. */
  readonly participant_name: string
  /** As people read it, e.g. 'Tue, Nov 24'. */
  readonly day: string
  /** On the facility's clock, e.g. '4:00–5:00 PM'; empty where only the day is known. */
  readonly time: string
}

interface ReminderData extends ChangesData, BeforeComingData {
  readonly full_name: string
  /** Who takes part, e.g. 'you and Mia'; empty where only the reader does. */
  readonly participant_name: string
  readonly sessions: readonly RemindedSession[]
  /** A camp's own list, what to bring included; of a class what to bring. Left out of messages of before there was one. */
  readonly key_features?: readonly string[]
  /** Where the reader sees it; empty for guests. */
  readonly account_url: string
}

export interface CampReminderData extends ReminderData {
  readonly camp_name: string
}
export type ClassReminderData = ReminderData
export type LessonReminderData = ReminderData
export type BookingReminderData = ReminderData

const sessionRows = (sessions: readonly RemindedSession[]): Prepared =>
  preparedLines(
    sessions.map(({ name, participant_name, day, time }) => {
      const title = participant_name === '' ? name : `${name} for ${participant_name}`
      const when = time ? `${day}, ${time}` : day
      return {
        html: `<tr><td><strong>${escapeHtml(title)}</strong><br>${escapeHtml(when)}</td><td></td></tr>`,
        text: `${title}: ${when}`,
      }
    }),
  )

/** The first of them in one line. */
function summaryOf([first, ...others]: readonly RemindedSession[]): string {
  if (!first) return ''
  const { name, day, time } = first
  return `${name}, ${day}${time && `, ${time}`}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

const valuesOf = <Data extends ReminderData>({ sessions, ...data }: Data) => ({
  ...data,
  // A reminder that was queued before it had them.
  cutoff_line: data.cutoff_line ?? '',
  ...changeLinkValues(data),
  ...keyFeatures(data.key_features),
  sessions: sessionRows(sessions),
  summary: summaryOf(sessions),
})

const reminderTexts = (subject: string, text: string, label: string, bring = goodToKnow): BuiltInTexts =>
  message(
    subject,
    heading('See you soon'),
    paragraph(`Hi {{first_name}}, ${text} See you at {{facility.name}}, {{facility.address}}. ${directions}`),
    ticket(preparedRows('sessions')),
    bring,
    beforeComing,
    when('account_url', button('account_url', label)),
    ...changes(question),
  )

const question = 'Your plans changed? Please let us know in time, so that someone else can come.'

const forWhom = '{{#if participant_name}} for {{participant_name}}{{/if}}'

export const campReminder: MessageTemplate<CampReminderData> = {
  description: 'Reminds of a camp: by itself some days before, and when staff press Send Reminder.',
  sample: {
    full_name: 'Jo Slugger',
    participant_name: 'Mia Slugger',
    camp_name: 'Fall Skills Camp',
    sessions: [
      {
        name: 'Fall Skills Camp',
        participant_name: '',
        day: 'Tue, Nov 24',
        time: '9:00 AM–12:00 PM',
      },
      {
        name: 'Fall Skills Camp',
        participant_name: '',
        day: 'Wed, Nov 25',
        time: '9:00 AM–12:00 PM',
      },
    ],
    key_features: ['Camp shirt included', 'Bring a glove, a bat and water'],
    account_url: 'https://cages.example/account?tab=camps',
    ...beforeComingSample,
    cutoff_line: 'Free to cancel until Tue, Nov 17, 9:00 AM.',
    ...cancelLinksSample('camps'),
  },
  required: ['camp_name', 'sessions'],
  values: valuesOf,
  ...reminderTexts(
    'Reminder: {{summary}}',
    `{{camp_name}} begins soon. The registration${forWhom} is confirmed.`,
    'See My Camps',
  ),
}

/** The sample of a reminder of one thing. */
const sampleOf = (name: string, tab: 'classes' | 'lessons' | 'bookings'): ReminderData => ({
  full_name: 'Jo Slugger',
  participant_name: 'Mia Slugger',
  sessions: [
    {
      name,
      participant_name: 'Mia Slugger',
      day: 'Tue, Nov 24',
      time: '4:00–5:00 PM',
    },
  ],
  account_url: `https://cages.example/ticket?tab=${tab}`,
  key_features: tab === 'classes' ? ['Please bring: helmet and bat'] : [],
  ...beforeComingSample,
  ...(tab === 'classes'
    ? { cutoff_line: 'Free to cancel until Mon, Nov 23, 4:00 PM.', ...cancelLinksSample(tab) }
    : changesSample(tab)),
})

export const classReminder: MessageTemplate<ClassReminderData> = {
  description: 'Reminds of class sessions: by itself the day before, and when staff press Send Reminder.',
  sample: sampleOf('Hitting Basics', 'classes'),
  required: ['sessions'],
  values: valuesOf,
  ...reminderTexts('Reminder: {{summary}}', `this is booked${forWhom}.`, 'See My Classes'),
}

export const lessonReminder: MessageTemplate<LessonReminderData> = {
  description: 'Reminds of lessons by itself, the day before.',
  sample: sampleOf('Lesson with Casey Coach, Cage 2', 'lessons'),
  required: ['sessions'],
  values: valuesOf,
  ...reminderTexts('Reminder: {{summary}}', `this is booked${forWhom}.`, 'See My Lessons', whatToBring),
}

export const bookingReminder: MessageTemplate<BookingReminderData> = {
  description: 'Reminds of cage bookings by itself, the day before.',
  sample: sampleOf('Cage 2', 'bookings'),
  required: ['sessions'],
  values: valuesOf,
  ...reminderTexts('Reminder: {{summary}}', `this is booked${forWhom}.`, 'See My Bookings', whatToBring),
}

export interface SessionMessageData {
  readonly full_name: string
  /** Who takes part; empty where only the reader does. */
  readonly participant_name: string
  /** What it is about, e.g. 'Hitting Basics, Tue, Nov 24, 4:00–5:00 PM'. */
  readonly session: string
  /** As staff wrote them. */
  readonly subject: string
  readonly message: string
}

export const sessionMessage: MessageTemplate<SessionMessageData> = {
  description: 'Carries what staff write to everybody of a camp, class session, lesson or cage booking.',
  sample: {
    full_name: 'Jo Slugger',
    participant_name: 'Mia Slugger',
    session: 'Hitting Basics, Tue, Nov 24, 4:00–5:00 PM',
    subject: 'Please use the side door',
    message: 'The front door is being repaired.\nPlease come in by the door on Oak Street.',
  },
  required: ['message'],
  values: ({ message, ...data }) => ({ ...data, message: paragraphsOf(message) }),
  ...message(
    '{{subject}}',
    heading('{{subject}}'),
    greeting,
    prepared('message'),
    aside(`You get this because of {{session}}${forWhom}, at {{facility.address}}. ${directions}`),
    questions,
  ),
}

/** Text as it was typed: an empty line ends a paragraph. */
const paragraphsOf = (text: string): Prepared => {
  const lines = text.replace(/\r\n?/g, '\n')
  return {
    html: lines
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
      .join('\n'),
    text: lines,
  }
}
