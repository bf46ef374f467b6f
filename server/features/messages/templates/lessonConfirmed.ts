import {
  attachedLine,
  type ChangesData,
  changeLinkValues,
  changesHtml,
  changesSample,
  changesText,
  directionsHtml,
  directionsText,
} from './changes.ts'
import { forParticipant, type MessageTemplate, type ParticipantData, theirs } from './template.ts'

/** A lesson, formatted for its customer. */
export interface LessonData extends ParticipantData {
  readonly full_name: string
  readonly coach_name: string
  readonly cage_name: string
  /** As people read it, e.g. 'Tuesday, November 24, 2026'. */
  readonly day: string
  /** On the facility's clock, e.g. '4:00 PM - 5:00 PM'. */
  readonly time: string
}

export interface LessonConfirmedData extends LessonData, ChangesData {
  /** e.g. '$60.00', as are the others. */
  readonly coach_fee: string
  readonly cage_fee: string
  readonly total: string
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
  day: 'Tuesday, November 24, 2026',
  time: '4:00 PM - 5:00 PM',
}

export const lessonConfirmed: MessageTemplate<LessonConfirmedData> = {
  description: 'Confirms a lesson to its customer or guest; carries the calendar file.',
  sample: {
    ...lessonSample,
    coach_fee: '$60.00',
    cage_fee: '$30.00',
    total: '$90.00',
    payment_line: 'You can pay on arrival.',
    note: 'Please use the door on Oak Street.',
    sign_up_url: 'https://cages.example/auth?mode=signup',
    ...changesSample('lessons'),
  },
  required: ['day', 'time'],
  values: (data) => ({ ...data, ...changeLinkValues(data) }),
  subject: `Lesson confirmed${forParticipant}: {{coach_name}}, {{day}}, {{time}}`,
  html: `<h1>${theirs('lesson', ['The', 'Your'])} is booked</h1>
<p>Hi {{full_name}}, ${theirs('session', ['the', 'your'])} with {{coach_name}} is confirmed. See you at {{facility.name}}, {{facility.address}}. ${directionsHtml}</p>
<table class="rows">
<tr><td><strong>{{day}}</strong><br>{{time}}, {{cage_name}}</td><td></td></tr>
<tr><td>Coach fee</td><td class="amount">{{coach_fee}}</td></tr>
<tr><td>Cage fee</td><td class="amount">{{cage_fee}}</td></tr>
<tr class="total"><td><strong>Total</strong></td><td class="amount"><strong>{{total}}</strong></td></tr>
</table>
<p>{{payment_line}}</p>
{{#if note}}<p class="quote">{{note}}</p>
{{/if}}{{#if sign_up_url}}<p class="action"><a class="button" href="{{sign_up_url}}">Create Account to Manage Booking</a></p>
<p>Sign up with this email address and the lesson is in your account.</p>{{/if}}
<p class="aside">${attachedLine}</p>
${changesHtml('Your plans changed?')}`,
  text: `Hi {{full_name}}, ${theirs('session', ['the', 'your'])} with {{coach_name}} is confirmed. See you at {{facility.name}}, {{facility.address}}.
${directionsText}

{{day}}
{{time}}, {{cage_name}}

Coach fee: {{coach_fee}}
Cage fee: {{cage_fee}}
Total: {{total}}

{{payment_line}}
{{#if note}}

{{note}}

{{/if}}
{{#if sign_up_url}}
Create an account with this email address and the lesson is in it: {{sign_up_url}}
{{/if}}
${attachedLine}

${changesText('Your plans changed?')}`,
}
