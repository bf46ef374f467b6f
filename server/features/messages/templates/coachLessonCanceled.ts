import { type LessonBookedData, lessonBooked } from './lessonBooked.ts'
import type { MessageTemplate } from './template.ts'

export type CoachLessonCanceledData = LessonBookedData

export const coachLessonCanceled: MessageTemplate<CoachLessonCanceledData> = {
  description: 'Tells the coach that a lesson was canceled; carries the calendar file that takes it out.',
  sample: lessonBooked.sample,
  required: ['day', 'time'],
  subject: 'Lesson canceled: {{customer_name}}, {{day}}, {{time}}',
  html: `<h1>A lesson was canceled</h1>
<p>Hi {{coach_name}}, the lesson with {{customer_name}} will not take place. The time is free again.</p>
<table class="rows">
<tr><td><strong>{{day}}</strong><br>{{time}}, {{cage_name}}</td></tr>
</table>
{{#if customer_phone}}<p>Phone: <a href="tel:{{customer_phone}}">{{customer_phone}}</a></p>{{/if}}`,
  text: `Hi {{coach_name}}, the lesson with {{customer_name}} will not take place. The time is free again.

{{day}}
{{time}}, {{cage_name}}
{{#if customer_phone}}
Phone: {{customer_phone}}
{{/if}}`,
}
