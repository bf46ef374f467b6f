import { preparedLines } from '../editing/templateVariables.ts'
import { button, heading, message, paragraph, preparedRows, quote, ticket } from './blocks.ts'
import { type ChangesData, cancelLinks, cancelLinksSample, changeLinkValues, whereItIs } from './changes.ts'
import { escapeHtml, type MessageTemplate } from './template.ts'

export interface CampChangedData extends ChangesData {
  readonly full_name: string
  /** Who takes part, e.g. 'Mia and Leo'; empty where only the reader does. */
  readonly participant_name: string
  readonly camp_name: string
  /** What is different, as people read it. */
  readonly changes: readonly { readonly what: string; readonly before: string; readonly now: string }[]
  /** When it takes place now, as in `camp-registered`. */
  readonly sessions: readonly { readonly day: string; readonly time: string }[]
  /** What staff wrote beside it; empty for nothing. */
  readonly note: string
  readonly account_url: string
}

const theirRegistration =
  '{{#if participant_name}}the registration of {{participant_name}}{{else}}your registration{{/if}}'

export const campChanged: MessageTemplate<CampChangedData> = {
  description: 'Tells everybody registered for a camp that its dates, times, ages or price were changed.',
  sample: {
    full_name: 'Jo Slugger',
    participant_name: '',
    camp_name: 'Fall Skills Camp',
    changes: [{ what: 'Times', before: 'Tue, Nov 24, 9:00 AM', now: 'Tue, Nov 24, 10:00 AM' }],
    sessions: [{ day: 'Tue, Nov 24', time: '10:00 AM–1:00 PM' }],
    note: 'The field isn’t free before ten. We’re sorry.',
    account_url: 'https://cages.example/account?tab=camps',
    cutoff_line: 'Free to cancel until Mon, Nov 23, 4:00 PM.',
    ...cancelLinksSample('camps'),
  },
  required: ['camp_name', 'changes', 'sessions'],
  values: (data) => ({
    ...data,
    ...changeLinkValues(data),
    changes: preparedLines(
      data.changes.map(({ what, before, now }) => ({
        html: `<tr><td><strong>${escapeHtml(what)}</strong></td><td>${escapeHtml(now)}<br><small>Before: ${escapeHtml(before)}</small></td></tr>`,
        text: `${what}: ${now} (before: ${before})`,
      })),
    ),
    sessions: preparedLines(
      data.sessions.map(({ day, time }) => ({
        html: `<tr><td><strong>${escapeHtml(day)}</strong></td><td class="amount">${escapeHtml(time)}</td></tr>`,
        text: time ? `${day}, ${time}` : day,
      })),
    ),
  }),
  ...message(
    'Camp changed: {{camp_name}}',
    heading('{{camp_name}} was changed'),
    paragraph(
      `Hi {{first_name}}, ${theirRegistration} stays as it is. This is different now:`,
      `Hi {{first_name}}, ${theirRegistration} for {{camp_name}} stays as it is. This is different now:`,
    ),
    ticket(preparedRows('changes')),
    quote('note'),
    paragraph('It takes place at these times:'),
    ticket(preparedRows('sessions')),
    button('account_url', 'See My Camps', 'Your camps: {{account_url}}'),
    whereItIs,
    paragraph('Does this not work for you? {{cutoff_line}}'),
    ...cancelLinks('call'),
  ),
}
