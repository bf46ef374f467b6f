import { amountCell, heading, message, paragraph, quote, row, sentence, ticket } from './blocks.ts'
import {
  type ChangedByData,
  type ChangesData,
  changeLinkValues,
  changes,
  changesSample,
  doesItSuit,
  headingOr,
  whereItIs,
} from './changes.ts'
import { type LessonData, lessonSample } from './lessonConfirmed.ts'
import { forParticipant, type MessageTemplate, theirs } from './template.ts'

export interface LessonChangedData extends LessonData, ChangesData, ChangedByData {
  /** When it was before, e.g. 'Monday, November 23, 2026, 5:00 PM - 6:00 PM'. */
  readonly previous: string
  readonly total: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** What comes back of the money; empty when nothing does. */
  readonly refund_line: string
}

const whatHappened = headingOr(`${theirs('lesson', ['The', 'Your'])} was changed`)

export const lessonChanged: MessageTemplate<LessonChangedData> = {
  description:
    'Tells the customer that a lesson was moved or changed, by staff or by themselves; carries the calendar file.',
  sample: {
    ...lessonSample,
    previous: 'Monday, November 23, 2026, 5:00 PM - 6:00 PM',
    total: '$90.00',
    refund_line: '$15.00 goes back to the card you paid with.',
    note: 'Coach Casey has a tournament on Monday.',
    heading: 'The front desk moved the lesson for Mia Slugger',
    question: doesItSuit,
    ...changesSample('lessons'),
  },
  required: ['day', 'time'],
  values: (data) => ({ ...data, ...changeLinkValues(data) }),
  ...message(
    `Lesson changed${forParticipant}: {{coach_name}}, {{day}}, {{time}}`,
    heading(whatHappened, `${whatHappened}.`),
    paragraph(
      `Hi {{full_name}}, ${theirs('session', ['the', 'your'])} with {{coach_name}} is now at this time:`,
    ),
    ticket(
      row(
        ['<strong>{{day}}</strong><br>{{time}}, {{cage_name}}', amountCell('{{total}}')],
        '{{day}}\n{{time}}, {{cage_name}}\nTotal: {{total}}',
      ),
    ),
    paragraph('Before: {{previous}}'),
    sentence('refund_line'),
    quote('note'),
    whereItIs,
    ...changes('{{question}}'),
  ),
}
