import { button, heading, message, paragraph, questions, quote, sentence } from './blocks.ts'
import { type CageBookingData, cageBookingSample } from './bookingChanged.ts'
import { type ChangedByData, headingOr } from './changes.ts'
import { type LessonData, lessonSample } from './lessonConfirmed.ts'
import { type BuiltInTexts, forParticipant, type MessageTemplate, theirs } from './template.ts'

/** Data of every cancellation message, besides the canceled item. */
interface CanceledData {
  readonly full_name: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** The refund, e.g. '$180.00 goes back to the card you paid with.'; empty when there is none. */
  readonly refund_line: string
  /** Where something else can be booked. */
  readonly book_url: string
}

/** @param texts.sentence follows the customer's name. */
const canceledTexts = (texts: {
  subject: string
  heading: string
  sentence: string
  bookAgain: string
}): BuiltInTexts =>
  message(
    texts.subject,
    heading(texts.heading),
    paragraph(`Hi {{first_name}}, ${texts.sentence}`),
    sentence('refund_line'),
    quote('note'),
    button('book_url', texts.bookAgain),
    questions,
  )

export type BookingCanceledData = CageBookingData & CanceledData & Pick<ChangedByData, 'heading'>

export const bookingCanceled: MessageTemplate<BookingCanceledData> = {
  description:
    'Tells the customer that a cage booking was canceled; carries the calendar file that takes it out.',
  sample: {
    ...cageBookingSample,
    heading: 'We canceled Mia Slugger’s cage, Jo. Sorry.',
    book_url: 'https://cages.example/book-cage',
  },
  required: ['day', 'time'],
  ...canceledTexts({
    subject: `Booking canceled${forParticipant}: {{cage_name}}, {{day}}, {{time}}`,
    heading: headingOr(`${theirs('booking', ['The', 'Your'])} was canceled`),
    sentence: `${theirs('booking', ['the', 'your'])} of {{cage_name}} on {{day}}, {{time}}, was canceled.`,
    bookAgain: 'Find Another Time',
  }),
}

export type LessonCanceledData = LessonData & CanceledData & Pick<ChangedByData, 'heading'>

export const lessonCanceled: MessageTemplate<LessonCanceledData> = {
  description: 'Tells the customer that a lesson was canceled; carries the calendar file that takes it out.',
  sample: {
    ...lessonSample,
    refund_line: '$90.00 goes back to the card you paid with.',
    note: 'Coach Casey is ill. We are sorry.',
    heading: 'Coach Casey canceled Mia Slugger’s lesson, Jo. Sorry.',
    book_url: 'https://cages.example/coaches',
  },
  required: ['day', 'time'],
  ...canceledTexts({
    subject: `Lesson canceled${forParticipant}: {{coach_name}}, {{day}}, {{time}}`,
    heading: headingOr(`${theirs('lesson', ['The', 'Your'])} was canceled`),
    sentence: `${theirs('session', ['the', 'your'])} with {{coach_name}} on {{day}}, {{time}}, won’t take place.`,
    bookAgain: 'Find Another Time',
  }),
}

export interface CampCanceledData extends CanceledData, Pick<ChangedByData, 'heading'> {
  /** Who takes part; empty where the reader does. */
  readonly participant_name: string
  readonly camp_name: string
  /** e.g. '6/08/2026 - 6/12/2026'. */
  readonly dates: string
}

export const campCanceled: MessageTemplate<CampCanceledData> = {
  description:
    'Tells the customer that their registration for a camp was canceled; carries the calendar file that takes it out.',
  sample: {
    full_name: 'Jo Slugger',
    participant_name: '',
    heading: 'We canceled your registration, Jo. Sorry.',
    camp_name: 'Fall Skills Camp',
    dates: 'Tue–Wed, Nov 24–25',
    note: '',
    refund_line: '$180.00 goes back to the card you paid with.',
    book_url: 'https://cages.example/camps',
  },
  required: ['camp_name'],
  ...canceledTexts({
    subject: `Registration canceled${forParticipant}: {{camp_name}}`,
    heading: headingOr('Your registration was canceled'),
    sentence:
      '{{#if participant_name}}the registration of {{participant_name}}{{else}}your registration{{/if}} for {{camp_name}}, {{dates}}, was canceled.',
    bookAgain: 'See the Camps',
  }),
}

export interface ClassCanceledData extends CanceledData, Pick<ChangedByData, 'heading'> {
  /** Who takes part; empty where the reader does. */
  readonly participant_name: string
  readonly class_name: string
  /** As people read it, e.g. 'Tue, Nov 24'. */
  readonly day: string
  /** On the facility's clock, e.g. '4:00–5:00 PM'. */
  readonly time: string
}

export const classCanceled: MessageTemplate<ClassCanceledData> = {
  description:
    'Tells the customer that their place in a class session was canceled; carries the calendar file that takes it out.',
  sample: {
    full_name: 'Jo Slugger',
    participant_name: '',
    heading: 'We canceled your registration, Jo. Sorry.',
    class_name: 'Hitting Basics',
    day: 'Tue, Nov 24',
    time: '4:00–5:00 PM',
    note: '',
    refund_line: '$25.00 goes back to the card you paid with.',
    book_url: 'https://cages.example/classes/1',
  },
  required: ['class_name', 'day', 'time'],
  ...canceledTexts({
    subject: `Class canceled${forParticipant}: {{class_name}}, {{day}}, {{time}}`,
    heading: headingOr('Your class session was canceled'),
    sentence:
      '{{#if participant_name}}{{participant_name}}’s spot{{else}}your spot{{/if}} in {{class_name}} on {{day}}, {{time}}, was canceled.',
    bookAgain: 'Find Another Session',
  }),
}
