import { type LessonBookedData, lessonBooked } from './lessonBooked.ts'
import type { MessageTemplate } from './template.ts'

export interface CoachLessonChangedData extends LessonBookedData {
  /** When it was before, e.g. 'Monday, November 23, 2026, 5:00 PM - 6:00 PM'. */
  readonly previous: string
}

export const coachLessonChanged: MessageTemplate<CoachLessonChangedData> = {
  description: 'Tells the coach that a lesson was moved; carries the calendar file.',
  sample: { ...lessonBooked.sample, previous: 'Monday, November 23, 2026, 5:00 PM - 6:00 PM' },
  required: ['day', 'time'],
  subject: 'Lesson moved: {{customer_name}}, {{day}}, {{time}}',
  html: `<h1>A lesson was moved</h1>
<p>Hi {{coach_name}}, the lesson with {{customer_name}} is now at this time:</p>
<table class="rows">
<tr><td><strong>{{day}}</strong><br>{{time}}, {{cage_name}}</td></tr>
</table>
<p>Before: {{previous}}</p>
{{#if customer_phone}}<p>Phone: <a href="tel:{{customer_phone}}">{{customer_phone}}</a></p>{{/if}}`,
  text: `Hi {{coach_name}}, the lesson with {{customer_name}} is now at this time:

{{day}}
{{time}}, {{cage_name}}

Before: {{previous}}
{{#if customer_phone}}
Phone: {{customer_phone}}
{{/if}}`,
}
