import {
  type ChangedByData,
  type ChangesData,
  changeLinkValues,
  changesHtml,
  changesSample,
  changesText,
  directionsHtml,
  directionsText,
  doesItSuit,
  headingOr,
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
  subject: `Lesson changed${forParticipant}: {{coach_name}}, {{day}}, {{time}}`,
  html: `<h1>${headingOr(`${theirs('lesson', ['The', 'Your'])} was changed`)}</h1>
<p>Hi {{full_name}}, ${theirs('session', ['the', 'your'])} with {{coach_name}} is now at this time:</p>
<table class="rows">
<tr><td><strong>{{day}}</strong><br>{{time}}, {{cage_name}}</td><td class="amount">{{total}}</td></tr>
</table>
<p>Before: {{previous}}</p>
{{#if refund_line}}<p>{{refund_line}}</p>{{/if}}
{{#if note}}<p class="quote">{{note}}</p>{{/if}}
<p>{{facility.name}}, {{facility.address}}. ${directionsHtml}</p>
${changesHtml('{{question}}')}`,
  text: `${headingOr(`${theirs('lesson', ['The', 'Your'])} was changed`)}.

Hi {{full_name}}, ${theirs('session', ['the', 'your'])} with {{coach_name}} is now at this time:

{{day}}
{{time}}, {{cage_name}}
Total: {{total}}

Before: {{previous}}
{{#if refund_line}}
{{refund_line}}
{{/if}}
{{#if note}}
{{note}}
{{/if}}
{{facility.name}}, {{facility.address}}.
${directionsText}

${changesText('{{question}}')}`,
}
