import type { MessageTemplate } from './template.ts'

export interface BookingConfirmedData {
  readonly full_name: string
  readonly sessions: readonly {
    readonly cage_name: string
    /** As people read it, e.g. 'Tue Nov 24'. */
    readonly day: string
    /** On the facility's clock, e.g. '4:00 PM - 5:30 PM'. */
    readonly time: string
    /** e.g. '$45.00'. */
    readonly price: string
  }[]
  readonly total: string
  /** How it is paid, e.g. 'Pay on arrival.'. */
  readonly payment_line: string
}

/** One message per booking, however many cages it has (decision 25). */
export const bookingConfirmed: MessageTemplate = {
  subject:
    'Booking confirmed: {{#with sessions.[0]}}{{cage_name}}, {{day}}, {{time}}{{/with}}{{#if sessions.[1]}} and more{{/if}}',
  html: `<h1>You are booked</h1>
<p>Hi {{full_name}}, see you at {{facility.name}}, {{facility.address}}.</p>
<table class="rows">
{{#each sessions}}
<tr><td><strong>{{cage_name}}</strong><br>{{day}}, {{time}}</td><td class="amount">{{price}}</td></tr>
{{/each}}
<tr class="total"><td><strong>Total</strong></td><td class="amount"><strong>{{total}}</strong></td></tr>
</table>
<p>{{payment_line}}</p>
<p class="aside">Your plans changed? Call us at {{facility.phone}} and someone else can have the cage.</p>`,
  text: `Hi {{full_name}}, see you at {{facility.name}}, {{facility.address}}.

{{#each sessions}}
{{cage_name}}: {{day}}, {{time}}, {{price}}
{{/each}}
Total: {{total}}

{{payment_line}}

Your plans changed? Call us at {{facility.phone}} and someone else can have the cage.`,
}
