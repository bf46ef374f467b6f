import { preparedLines } from '../editing/templateVariables.ts'
import { heading, message, paragraph, preparedRows, quote, ticket } from './blocks.ts'
import { escapeHtml, type MessageTemplate } from './template.ts'

export interface CoachSessionsCanceledData {
  readonly coach_name: string
  /** The class or camp. */
  readonly program_name: string
  /** Those that do not take place, as people read them. */
  readonly sessions: readonly { readonly day: string; readonly time: string }[]
  /** What staff wrote beside it; empty for nothing. */
  readonly note: string
}

const offNow = 'does not take place. The time is free again, and everybody registered is told.'

export const coachSessionsCanceled: MessageTemplate<CoachSessionsCanceledData> = {
  description: 'Tells the coach that a class session or a camp of theirs was canceled.',
  sample: {
    coach_name: 'Casey Coach',
    program_name: 'Hitting Basics',
    sessions: [{ day: 'Tue, Nov 24', time: '4:00–5:00 PM' }],
    note: 'The roof leaks.',
  },
  required: ['program_name', 'sessions'],
  values: (data) => ({
    ...data,
    sessions: preparedLines(
      data.sessions.map(({ day, time }) => ({
        html: `<tr><td><strong>${escapeHtml(day)}</strong></td><td class="amount">${escapeHtml(time)}</td></tr>`,
        text: `${day}, ${time}`,
      })),
    ),
  }),
  ...message(
    'Canceled: {{program_name}}',
    heading('{{program_name}} was canceled'),
    paragraph(
      `Hi {{coach_name}}, this ${offNow}`,
      `Hi {{coach_name}}, {{program_name}} was canceled. This ${offNow}`,
    ),
    ticket(preparedRows('sessions')),
    quote('note'),
  ),
}
