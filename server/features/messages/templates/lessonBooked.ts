import { type LessonData, lessonSample } from './lessonConfirmed.ts'
import type { MessageTemplate } from './template.ts'

export interface LessonBookedData extends Omit<LessonData, 'full_name'> {
  readonly customer_name: string
  /** Empty when the customer gave none. */
  readonly customer_phone: string
}

const { full_name, ...lesson } = lessonSample

export const lessonBooked: MessageTemplate<LessonBookedData> = {
  description: 'Tells the coach of a new lesson; carries the calendar file.',
  sample: { ...lesson, customer_name: full_name, customer_phone: '(409) 555-0142' },
  required: ['day', 'time'],
  subject: 'New lesson: {{customer_name}}, {{day}}, {{time}}',
  html: `<h1>You have a new lesson</h1>
<p>Hi {{coach_name}}, {{customer_name}} booked a lesson with you.</p>
<table class="rows">
<tr><td><strong>{{day}}</strong><br>{{time}}, {{cage_name}}</td></tr>
</table>
{{#if customer_phone}}<p>Phone: <a href="tel:{{customer_phone}}">{{customer_phone}}</a></p>{{/if}}`,
  text: `Hi {{coach_name}}, {{customer_name}} booked a lesson with you.

{{day}}
{{time}}, {{cage_name}}
{{#if customer_phone}}
Phone: {{customer_phone}}
{{/if}}`,
}
