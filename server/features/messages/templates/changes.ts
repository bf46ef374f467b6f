import { preparedLines } from '../editing/templateVariables.ts'
import { aside, type Block, links, list, paragraph, type Row, row, sentence, when } from './blocks.ts'
import type { Prepared } from './template.ts'
import { escapeHtml } from './template.ts'

/** What a message says of changing what is booked. */
export interface ChangesData {
  /** Until when, e.g. 'Free to move or cancel until Mon, Nov 23, 4:00 PM.'; or that it is too late for that. */
  readonly cutoff_line: string
  /** The ways to do it online; empty for guests, and once it is too late. */
  readonly change_links: readonly ChangeLinks[]
}

export interface ChangeLinks {
  /** What it is of, where there are several: 'Cage 2, Tue, Nov 24, 4:00 PM'; else empty. */
  readonly title: string
  /** Empty where it cannot be moved. */
  readonly move_url: string
  readonly cancel_url: string
}

/** An example with one thing that can be moved. */
export const changesSample = (tab: 'bookings' | 'lessons'): ChangesData => ({
  cutoff_line: 'Free to move or cancel until Mon, Nov 23, 4:00 PM.',
  change_links: [
    {
      title: '',
      move_url: `https://cages.example/account?tab=${tab}&change=move`,
      cancel_url: `https://cages.example/account?tab=${tab}&change=cancel`,
    },
  ],
})

/** An example with one seat, which cannot be moved. */
export const cancelLinksSample = (tab: 'classes' | 'camps'): Pick<ChangesData, 'change_links'> => ({
  change_links: [
    { title: '', move_url: '', cancel_url: `https://cages.example/account?tab=${tab}&change=cancel` },
  ],
})

/** `change_links` as a variable: empty where there are none, as in messages of before they were known. */
export const changeLinkValues = ({ change_links }: Pick<ChangesData, 'change_links'>) => ({
  change_links: (change_links ?? []).length > 0 ? preparedLines(change_links.map(preparedLinks)) : '',
})

function preparedLinks({ title, move_url, cancel_url }: ChangeLinks): Prepared {
  const of = title === '' ? ' it' : ''
  const links = [
    { label: `Move${of}`, url: move_url },
    { label: `Cancel${of}`, url: cancel_url },
  ].filter(({ url }) => url !== '')
  const html = links.map(({ label, url }) => `<a href="${escapeHtml(url)}">${label}</a>`).join(' &nbsp; ')
  return {
    html: title === '' ? html : `<span>${escapeHtml(title)}</span><br>${html}<br>`,
    text: [...(title === '' ? [] : [title]), ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  }
}

/** What is to be done before people come, in a confirmation and a reminder. */
export interface BeforeComingData {
  /** What is still to be signed or said; empty for nothing, left out of messages of before it was told. */
  readonly missing_line?: string
}

/** The line of what is missing, above the button that leads to the ticket. */
export const beforeComing = sentence('missing_line')

export const beforeComingSample = {
  missing_line:
    'Before you come, please sign Facility Waiver and tell us an emergency contact and allergies for Mia Slugger. You can do that on your ticket.',
}

/** Who did it, and a question for readers who did not. */
export interface ChangedByData {
  /** e.g. 'We moved your cage, Jo. Sorry.'. */
  readonly heading: string
  /** Empty for who did it. */
  readonly question: string
}

/** A heading that says who did it; in messages of before that was known, the other one. */
export const headingOr = (otherwise: string): string =>
  `{{#if heading}}{{heading}}{{else}}${otherwise}{{/if}}`

/** Asks readers who did not change it themselves. */
export const doesItSuit = 'Does this not work for you?'

/** Without a space before what follows where the question is a variable that is empty. */
const asked = (question: string) =>
  question.startsWith('{{') ? `{{#if question}}${question} {{/if}}` : `${question} `

/** The links to move and cancel, and the phone number for afterwards. */
export const cancelLinks = (call: 'call' | 'please call'): readonly Block[] => [
  when('change_links', links('change_links')),
  aside(
    call === 'call'
      ? '{{#if change_links}}After that, call{{else}}Call{{/if}} us at {{facility.phone}}.'
      : '{{#if change_links}}After that, please{{else}}Please{{/if}} call us at {{facility.phone}}.',
  ),
]

/** The end of a message about something that its reader may move or cancel. */
export const changes = (question: string): readonly Block[] => [
  paragraph(`${asked(question)}{{cutoff_line}}`),
  ...cancelLinks('call'),
]

/** The way to the facility, after its address. */
export const directions =
  '<a href="{{facility.map_url}}">Directions</a>{{#if facility.parking}}<br>{{facility.parking}}{{/if}}'

/** The first rows of a ticket: what, its short number, when and where in large, and the old time struck out; in the text the same in lines. */
export const ticketHead = (of: TicketHead): Prepared => {
  const e = escapeHtml
  const number = of.number ? `<td class="number">${e(of.number)}</td>` : '<td></td>'
  const struck = of.previous ? `<br><s>${e(of.previous)}</s>` : ''
  return {
    html: `<tr class="head"><td>${e(of.what)}</td>${number}</tr>\n<tr class="when"><td colspan="2">${e(of.day)}<br><strong>${e(of.time)}</strong>${of.place ? ` &nbsp; <strong class="place">${e(of.place)}</strong>` : ''}${struck}</td></tr>\n<tr class="seam"><td colspan="2">${'&#8250; '.repeat(18).trim()}</td></tr>`,
    text: [
      of.number ? `${of.what} · ${of.number}` : of.what,
      [of.day, of.time].filter(Boolean).join(', '),
      of.place,
      of.previous && `Before: ${of.previous}`,
    ]
      .filter(Boolean)
      .join('\n'),
  }
}

interface TicketHead {
  readonly what: string
  /** Four signs; undefined in messages of before there were any. */
  readonly number?: string | undefined
  readonly day: string
  readonly time: string
  readonly place: string
  /** Where and when it was before; empty for a new one. */
  readonly previous: string
}

/** Who, where and what it costs, as on the ticket of the page. */
export const ticketRows: readonly Row[] = [
  row(
    ['Who', '{{#if participant_name}}{{participant_name}}{{else}}{{full_name}}{{/if}}'],
    'Who: {{#if participant_name}}{{participant_name}}{{else}}{{full_name}}{{/if}}',
  ),
  row(
    ['Where', `{{facility.address}}<br>${directions}`],
    'Where: {{facility.address}}\nDirections: {{facility.map_url}}{{#if facility.parking}}\n{{facility.parking}}{{/if}}',
  ),
]

export const whereItIs = paragraph(`{{facility.name}}, {{facility.address}}. ${directions}`)

/** What the attachment of a change is for. */
export const attachedUpdate = aside('The attached file updates your calendar.')

/** What the attachment of a confirmation is for. */
export const attachedFile = aside('Open the attached file to add it to your calendar.')

/** For cages and lessons; classes and camps have their own. */
export const whatToBring = when(
  'facility.what_to_bring',
  paragraph('What to bring: {{facility.what_to_bring}}'),
)

/** What those who come should know, what to bring included. */
export const goodToKnow = when('key_features', paragraph('Good to know:'), list('key_features'))

/** `key_features` as a variable: empty where there are none, as in messages of before there were any. */
export const keyFeatures = (points: readonly string[] = []) => ({
  key_features:
    points.length === 0
      ? ''
      : preparedLines(points.map((point) => ({ html: `<li>${escapeHtml(point)}</li>`, text: `- ${point}` }))),
})

export const pleaseBring = (what: string | null): string[] => (what ? [`Please bring: ${what}`] : [])
