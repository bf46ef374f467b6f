import type { MessageTemplate } from './template.ts'

export interface NewsletterData {
  readonly full_name: string
  readonly headline: string
  readonly news: string
}

/** News to those who opted in with their account (spec 1 §2.8) and did not unsubscribe (decision 26). */
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
