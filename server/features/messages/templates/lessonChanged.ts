import { message } from './blocks.ts'
import { changedBlocks } from './changedBlocks.ts'
import {
  type ChangedByData,
  type ChangesData,
  changeLinkValues,
  changesSample,
  doesItSuit,
  ticketHead,
} from './changes.ts'
import { type LessonData, lessonSample } from './lessonConfirmed.ts'
import { forParticipant, type MessageTemplate, theirs } from './template.ts'

export interface LessonChangedData extends LessonData, ChangesData, ChangedByData {
  /** When it was before, e.g. 'Mon, Nov 23, 5:00–6:00 PM'. */
  readonly previous: string
  readonly total: string
  /** Where its ticket is; empty for guests. */
  readonly account_url: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** What comes back of the money; empty when nothing does. */
  readonly refund_line: string
}

export const lessonChanged: MessageTemplate<LessonChangedData> = {
  description:
    'Tells the customer that a lesson was moved or changed, by staff or by themselves; carries the calendar file.',
  sample: {
    ...lessonSample,
    previous: 'Mon, Nov 23, 5:00–6:00 PM',
    total: '$90.00',
    account_url: 'https://cages.example/ticket?tab=lessons',
    refund_line: '$15.00 goes back to the card you paid with.',
    note: 'Coach Casey has a tournament on Monday.',
    heading: 'We moved Mia Slugger’s lesson, Jo. Sorry.',
    question: doesItSuit,
    ...changesSample('lessons'),
  },
  required: ['day', 'time'],
  values: (data) => ({
    ...data,
    ...changeLinkValues(data),
    head: ticketHead({ what: `Lesson with ${data.coach_name}`, place: data.cage_name, ...data }),
  }),
  ...message(
    `Lesson changed${forParticipant}: {{coach_name}}, {{day}}, {{time}}`,
    ...changedBlocks(
      'lesson',
      `${theirs('session', ['the', 'your'])} with {{coach_name}} is now on {{day}}, {{time}}:`,
    ),
  ),
}
