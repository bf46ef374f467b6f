import { heading, message, paragraph, row, ticket, when } from './blocks.ts'
import { type LessonData, lessonSample } from './lessonConfirmed.ts'
import { type BuiltInTexts, forParticipant, type MessageTemplate } from './template.ts'

/** A lesson, formatted for its coach. */
export interface LessonBookedData extends Omit<LessonData, 'full_name'> {
  readonly customer_name: string
  /** Empty when the customer gave none. */
  readonly customer_phone: string
}

const { full_name, ...lesson } = lessonSample
const sample: LessonBookedData = { ...lesson, customer_name: full_name, customer_phone: '(409) 555-0142' }

/** Who comes, in a subject: 'Mia Slugger (Jo Slugger)' or 'Jo Slugger'. */
const who = '{{#if participant_name}}{{participant_name}} ({{customer_name}}){{else}}{{customer_name}}{{/if}}'

/** @param texts.previous a line that says when the lesson was before. */
const coachTexts = (texts: {
  subject: string
  heading: string
  sentence: string
  previous?: string
}): BuiltInTexts =>
  message(
    `${texts.subject}: ${who}, {{day}}, {{time}}`,
    heading(texts.heading),
    paragraph(`Hi {{coach_name}}, ${texts.sentence}`),
    ticket(row(['<strong>{{day}}</strong><br>{{time}}, {{cage_name}}'], '{{day}}\n{{time}}, {{cage_name}}')),
    ...(texts.previous ? [paragraph(texts.previous)] : []),
    when('customer_phone', paragraph('Phone: <a href="tel:{{customer_phone}}">{{customer_phone}}</a>')),
  )

export const lessonBooked: MessageTemplate<LessonBookedData> = {
  description: 'Tells the coach of a new lesson; carries the calendar file.',
  sample,
  required: ['day', 'time'],
  ...coachTexts({
    subject: 'New lesson',
    heading: 'You have a new lesson',
    sentence: `{{customer_name}} booked a lesson with you${forParticipant}.`,
  }),
}

export interface CoachLessonChangedData extends LessonBookedData {
  /** When it was before, e.g. 'Mon, Nov 23, 5:00–6:00 PM'. */
  readonly previous: string
}

export const coachLessonChanged: MessageTemplate<CoachLessonChangedData> = {
  description: 'Tells the coach that a lesson was moved; carries the calendar file.',
  sample: { ...sample, previous: 'Mon, Nov 23, 5:00–6:00 PM' },
  required: ['day', 'time'],
  ...coachTexts({
    subject: 'Lesson moved',
    heading: 'A lesson was moved',
    sentence: `the lesson with ${who} is now at this time:`,
    previous: 'Before: {{previous}}',
  }),
}

export type CoachLessonCanceledData = LessonBookedData

export const coachLessonCanceled: MessageTemplate<CoachLessonCanceledData> = {
  description: 'Tells the coach that a lesson was canceled; carries the calendar file that takes it out.',
  sample,
  required: ['day', 'time'],
  ...coachTexts({
    subject: 'Lesson canceled',
    heading: 'A lesson was canceled',
    sentence: `the lesson with ${who} won’t take place. The time is free again.`,
  }),
}
