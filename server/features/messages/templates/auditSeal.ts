import { aside, heading, message, paragraph, when } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface AuditSealData {
  /** Number and MAC of the last seal; empty before the first one. */
  readonly anchor: string
  /** How many entries are sealed, e.g. '12,345'. */
  readonly entries: string
  /** What is wrong with the log's protection; empty while all is well. */
  readonly problem: string
}

const anchor = '1024:5f1c3f0b6f7c0a6f4a7d5b8e9c2d1e0f5f1c3f0b6f7c0a6f4a7d5b8e9c2d1e0f'

/** Tells the owner the head of the audit log's chain, so that it is known outside the database. */
export const auditSeal: MessageTemplate<AuditSealData> = {
  description: 'Tells the owner once a day up to where the audit log is sealed. Keep these mails.',
  sample: { anchor, entries: '12,345', problem: '' },
  required: ['anchor'],
  ...message(
    'Audit log: {{entries}} entries are sealed',
    heading("The audit log's seal of today"),
    when('problem', paragraph('<strong>Please look into this:</strong> {{problem}}')),
    paragraph(
      '{{entries}} entries of the audit log of {{facility.name}} are sealed. Keep this mail: with it anybody can prove that none of them was changed or removed since.',
    ),
    paragraph('{{anchor}}'),
    aside('To check, run on the server: npm run audit:verify -- --anchor {{anchor}}'),
  ),
}
