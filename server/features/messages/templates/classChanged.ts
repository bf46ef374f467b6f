import { preparedLines } from '../editing/templateVariables.ts'
import { button, heading, message, paragraph, preparedRows, quote, ticket } from './blocks.ts'
import { type ChangesData, cancelLinks, cancelLinksSample, changeLinkValues, whereItIs } from './changes.ts'
import { escapeHtml, type MessageTemplate } from './template.ts'

export interface ClassChangedData extends ChangesData {
  readonly full_name: string
  readonly class_name: string
  readonly sessions: readonly {
    /** Who takes part; empty where the reader does. */
    readonly participant_name: string
    /** As people read it, e.g. 'Tue, Nov 24'. */
    readonly day: string
    /** On the facility's clock, e.g. '5:00–6:00 PM'. */
    readonly time: string
    /** What it was before, e.g. '4:00–5:00 PM'; empty where the time is the same. */
    readonly previous: string
    /** e.g. 'with Coach Dana'; empty where no coach is named. */
    readonly coach: string
  }[]
  /** Who takes part, e.g. 'Mia and Leo'; empty where only the reader does. */
  readonly participant_name: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** Where the customer sees all their classes. */
  readonly account_url: string
}

/** One message per save and reader, however many sessions change (decision 25). */
export const classChanged: MessageTemplate<ClassChangedData> = {
  description: 'Tells people that the time or the coach of their class sessions was changed.',
  sample: {
    full_name: 'Jo Slugger',
    class_name: 'Hitting Basics',
    sessions: [
      {
        participant_name: 'Mia Slugger',
        day: 'Tue, Nov 24',
        time: '5:00–6:00 PM',
        previous: '4:00–5:00 PM',
        coach: 'with Coach Dana',
      },
    ],
    participant_name: 'Mia Slugger',
    note: 'The cage is used by the camp until five.',
    account_url: 'https://cages.example/account?tab=classes',
    cutoff_line: 'Free to cancel until Mon, Nov 23, 4:00 PM.',
    ...cancelLinksSample('classes'),
  },
  required: ['sessions'],
  values: (data) => ({ ...data, ...changeLinkValues(data), sessions: sessionLines(data.sessions) }),
  ...message(
    'Class changed: {{class_name}}',
    heading('{{class_name}} was changed'),
    paragraph(
      'Hi {{first_name}}, {{#if participant_name}}these sessions of {{participant_name}} were changed:{{else}}these sessions of yours were changed:{{/if}}',
    ),
    ticket(preparedRows('sessions', '{{class_name}}\n{{sessions}}')),
    quote('note'),
    button('account_url', 'See My Classes', 'Your classes: {{account_url}}'),
    whereItIs,
    paragraph('Does this not work for you? {{cutoff_line}}'),
    ...cancelLinks('call'),
  ),
}

/** `sessions`: a row of the table, or a line, for each. */
const sessionLines = (sessions: ClassChangedData['sessions']) =>
  preparedLines(
    sessions.map(({ participant_name, day, time, previous, coach }) => {
      const now = [`${day}, ${time}`, coach, participant_name && `for ${participant_name}`]
      const line = now.filter((part) => part !== '').join(', ')
      const before = previous === '' ? '' : `Before: ${previous}`
      return {
        html: `<tr><td><strong>${escapeHtml(line)}</strong>${before && `<br>${escapeHtml(before)}`}</td></tr>`,
        text: before === '' ? line : `${line} (${before})`,
      }
    }),
  )
