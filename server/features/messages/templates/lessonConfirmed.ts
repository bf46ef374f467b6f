import {
  amount,
  button,
  heading,
  message,
  paragraph,
  preparedRows,
  quote,
  ticket,
  total,
  when,
} from './blocks.ts'
import {
  attachedFile,
  type BeforeComingData,
  beforeComing,
  beforeComingSample,
  type ChangesData,
  changeLinkValues,
  changes,
  changesSample,
  ticketHead,
  ticketRows,
  whatToBring,
} from './changes.ts'
import { forParticipant, type MessageTemplate, type ParticipantData, theirs } from './template.ts'

/** A lesson, formatted for its customer. */
export interface LessonData extends ParticipantData {
  readonly full_name: string
  readonly coach_name: string
  readonly cage_name: string
  /** The ticket's four signs; left out of messages of before there were any. */
  readonly number?: string
  /** As people read it, e.g. 'Tue, Nov 24'. */
  readonly day: string
  /** On the facility's clock, e.g. '4:00–5:00 PM'. */
  readonly time: string
}

export interface LessonConfirmedData extends LessonData, ChangesData, BeforeComingData {
  /** e.g. '$60.00', as are the others. */
  readonly coach_fee: string
  readonly cage_fee: string
  readonly total: string
  /** Where its ticket is; empty for guests. */
  readonly account_url: string
  /** How it is paid, e.g. 'You can pay on arrival.'. */
  readonly payment_line: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** Where a guest can make an account; empty for people who have one. */
  readonly sign_up_url: string
}

export const lessonSample: LessonData = {
  full_name: 'Jo Slugger',
  participant_name: 'Mia Slugger',
  coach_name: 'Casey Coach',
  cage_name: 'Cage 2',
  number: '2MXD',
  day: 'Tue, Nov 24',
  time: '4:00–5:00 PM',
}

export const lessonConfirmed: MessageTemplate<LessonConfirmedData> = {
  description: 'Confirms a lesson to its customer or guest; carries the calendar file.',
  sample: {
    ...lessonSample,
    coach_fee: '$60.00',
    cage_fee: '$30.00',
    total: '$90.00',
    account_url: '',
    payment_line: 'You can pay on arrival.',
    note: 'Please use the door on Oak Street.',
    sign_up_url: 'https://cages.example/auth?mode=signup',
    ...beforeComingSample,
    ...changesSample('lessons'),
  },
  required: ['day', 'time'],
  values: (data) => ({
    ...data,
    ...changeLinkValues(data),
    head: ticketHead({
      what: `Lesson with ${data.coach_name}`,
      place: data.cage_name,
      previous: '',
      ...data,
    }),
  }),
  ...message(
    `Lesson confirmed${forParticipant}: {{coach_name}}, {{day}}, {{time}}`,
    heading(`${theirs('lesson', ['The', 'Your'])} is booked`),
    paragraph(
      `Hi {{first_name}}, ${theirs('session', ['the', 'your'])} with {{coach_name}} is confirmed for {{day}}, {{time}}. See you at {{facility.name}}.`,
    ),
    ticket(
      preparedRows('head'),
      ...ticketRows,
      amount('Coach fee', 'coach_fee'),
      amount('Cage fee', 'cage_fee'),
      total('Total', 'total'),
    ),
    paragraph('{{payment_line}}'),
    whatToBring,
    beforeComing,
    quote('note'),
    when('account_url', button('account_url', 'See Your Lesson')),
    when(
      'sign_up_url',
      button(
        'sign_up_url',
        'Create Account to Manage Booking',
        'Create an account with this email address and the lesson is in it: {{sign_up_url}}',
      ),
      paragraph('Sign up with this email address and the lesson is in your account.', ''),
    ),
    attachedFile,
    ...changes('Your plans changed?'),
  ),
}
