import type { MessageTemplate } from './template.ts'

export interface UnsubscribeLinkData {
  readonly email: string
  readonly unsubscribe_url: string
}

/** Lets the owner of an address, and nobody else, unsubscribe it (decision 26). */
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
