/** The parts of a message, as admins edit them without HTML (decision record 095). */

import { z } from 'zod'

/** Text as it is typed, without half of a sign, which JSON in the database cannot hold. */
export const wholeText = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cs}*$/u, 'Use printable characters.')

/**
 * Words of a message: plain text with `{{variables}}`, `**bold**` and `[links](https://…)`; the target of a link may be a variable
 * too. A line break is one.
 */
const words = wholeText(5_000)
const variable = z.string().max(60)

const common = {
  id: z
    .string()
    .regex(/^[\w-]{1,20}$/)
    .meta({ description: 'Names the block within its message.' }),
  when: variable.optional().meta({ description: 'It is left out where this variable is empty.' }),
  hidden: z.literal(true).optional().meta({ description: 'It is kept, and not sent.' }),
}

const row = z.union([
  z.object({ variable }).meta({ description: 'Rows that the message has prepared.' }),
  z.object({
    label: words,
    value: words.optional(),
    total: z.literal(true).optional(),
  }),
])

export const mailBlock = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['heading', 'greeting', 'paragraph', 'note', 'quote', 'lines']),
    text: words,
    ...common,
  }),
  z.object({ kind: z.literal('button'), text: words, url: variable, ...common }),
  z.object({ kind: z.literal('table'), rows: z.array(row).min(1).max(20), ...common }),
  z
    .object({ kind: z.enum(['links', 'list', 'prepared']), variable, ...common })
    .meta({ description: 'A part that the message has prepared.' }),
])
export type MailBlock = z.infer<typeof mailBlock>

export const mailBlocks = z
  .array(mailBlock)
  .max(60)
  .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, {
    message: 'Two blocks have the same id.',
  })
