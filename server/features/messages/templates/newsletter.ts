import { aside, button, greeting, heading, lines, message, paragraph } from './blocks.ts'
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
  ...message(
    '{{headline}}',
    heading('{{headline}}'),
    greeting,
    lines('news', '{{headline}}\n\n{{news}}'),
    button('site_url', 'Visit {{facility.name}}', '{{site_url}}'),
  ),
}

export interface UnsubscribeLinkData {
  readonly email: string
  readonly unsubscribe_url: string
}

/** Lets only the owner of an address unsubscribe it (decision 26). */
export const unsubscribeLink: MessageTemplate<UnsubscribeLinkData> = {
  description: 'The link with which an address is unsubscribed, sent when someone asks for it.',
  sample: {
    email: 'jo@example.com',
    unsubscribe_url: 'https://cages.example/unsubscribe?email=jo%40example.com&signature=abc',
  },
  required: ['unsubscribe_url'],
  ...message(
    'Unsubscribe from {{facility.name}}',
    heading('One click to unsubscribe'),
    paragraph('Someone, most likely you, asked us to send no more news and offers to {{email}}.'),
    button('unsubscribe_url', 'Unsubscribe', 'Open this link to unsubscribe:\n\n{{unsubscribe_url}}'),
    aside(
      'Confirmations and receipts of what you book will still reach you. This wasn’t you? Then ignore this message and nothing changes.',
    ),
  ),
}
