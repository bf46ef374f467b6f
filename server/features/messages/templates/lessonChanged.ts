import { type LessonData, lessonSample } from './lessonConfirmed.ts'
import type { MessageTemplate } from './template.ts'

export interface LessonChangedData extends LessonData {
  /** When it was before, e.g. 'Monday, November 23, 2026, 5:00 PM - 6:00 PM'. */
  readonly previous: string
  readonly total: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
}

export const lessonChanged: MessageTemplate<LessonChangedData> = {
  description: 'Tells the customer that staff moved or changed a lesson; carries the calendar file.',
  sample: {
    ...lessonSample,
    previous: 'Monday, November 23, 2026, 5:00 PM - 6:00 PM',
    total: '$90.00',
    note: 'Coach Casey has a tournament on Monday.',
  },
  required: ['day', 'time'],
  subject: 'Lesson changed: {{coach_name}}, {{day}}, {{time}}',
  html: `<h1>Your lesson was changed</h1>
<p>Hi {{full_name}}, your session with {{coach_name}} is now at this time:</p>
<table class="rows">
<tr><td><strong>{{day}}</strong><br>{{time}}, {{cage_name}}</td><td class="amount">{{total}}</td></tr>
</table>
<p>Before: {{previous}}</p>
{{#if note}}<p class="quote">{{note}}</p>{{/if}}
<p class="aside">This does not suit you? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, your session with {{coach_name}} is now at this time:

{{day}}
{{time}}, {{cage_name}}
Total: {{total}}

Before: {{previous}}
{{#if note}}
{{note}}
{{/if}}
This does not suit you? Call us at {{facility.phone}}.`,
}
