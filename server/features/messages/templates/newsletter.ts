import type { MessageTemplate } from './template.ts'

export interface NewsletterData {
  readonly full_name: string
  readonly headline: string
  readonly news: string
}

/** News for people who opted in with their account (spec 1 §2.8) and did not unsubscribe (decision 26). */
export const newsletter: MessageTemplate<NewsletterData> = {
  description: 'News and offers. Only for people who did not unsubscribe.',
  marketing: true,
  sample: {
    full_name: 'Jo Slugger',
    headline: 'Summer camp is open',
    news: 'Three weeks of hitting, fielding and fun.\nSpots go fast.',
  },
  required: [],
  subject: '{{headline}}',
  html: `<h1>{{headline}}</h1>
<p>Hi {{full_name}},</p>
<p class="lines">{{news}}</p>
<p class="action"><a class="button" href="{{site_url}}">Visit {{facility.name}}</a></p>`,
  text: `Hi {{full_name}},

{{headline}}

{{news}}

{{site_url}}`,
}

export interface UnsubscribeLinkData {
  readonly email: string
  readonly unsubscribe_url: string
}

/** Lets only the owner of an address unsubscribe it (decision 26). */
export const unsubscribeLink: MessageTemplate<UnsubscribeLinkData> = {
  description: 'The link with which an address is unsubscribed, sent when somebody asks for it.',
  sample: {
    email: 'jo@example.com',
    unsubscribe_url: 'https://cages.example/unsubscribe?email=jo%40example.com&signature=abc',
  },
  required: ['unsubscribe_url'],
  subject: 'Unsubscribe from {{facility.name}}',
  html: `<h1>One click to unsubscribe</h1>
<p>Somebody, most likely you, asked us to send no more news and offers to {{email}}.</p>
<p class="action"><a class="button" href="{{unsubscribe_url}}">Unsubscribe</a></p>
<p class="aside">Confirmations and receipts of what you book will still reach you. It was not you? Then ignore this
message and nothing changes.</p>`,
  text: `Somebody, most likely you, asked us to send no more news and offers to {{email}}.

Open this link to unsubscribe:

{{unsubscribe_url}}

Confirmations and receipts of what you book will still reach you.
It was not you? Then ignore this message and nothing changes.`,
}
