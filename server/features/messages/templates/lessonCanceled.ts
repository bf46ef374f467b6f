import { type LessonData, lessonSample } from './lessonConfirmed.ts'
import type { MessageTemplate } from './template.ts'

export interface LessonCanceledData extends LessonData {
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** What comes back of the money; empty when nothing does. */
  readonly refund_line: string
  /** Where another lesson can be booked. */
  readonly book_url: string
}

export const lessonCanceled: MessageTemplate<LessonCanceledData> = {
  description: 'Tells the customer that a lesson was canceled; carries the calendar file that takes it out.',
  sample: {
    ...lessonSample,
    refund_line: '$90.00 goes back to the card you paid with.',
    note: 'Coach Casey is ill. We are sorry.',
    book_url: 'https://cages.example/coaches',
  },
  required: ['day', 'time'],
  subject: 'Lesson canceled: {{coach_name}}, {{day}}, {{time}}',
  html: `<h1>Your lesson was canceled</h1>
<p>Hi {{full_name}}, your session with {{coach_name}} on {{day}}, {{time}}, will not take place.</p>
{{#if refund_line}}<p>{{refund_line}}</p>{{/if}}
{{#if note}}<p class="quote">{{note}}</p>{{/if}}
<p class="action"><a class="button" href="{{book_url}}">Find another time</a></p>
<p class="aside">Questions? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, your session with {{coach_name}} on {{day}}, {{time}}, will not take place.
{{#if refund_line}}
{{refund_line}}
{{/if}}
{{#if note}}
{{note}}
{{/if}}
Find another time: {{book_url}}

Questions? Call us at {{facility.phone}}.`,
}
