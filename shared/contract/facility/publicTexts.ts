/** Texts of the public pages in the owner's own words, by version (decision record 089). */

import { z } from 'zod'
import { type PublicTextKey, publicTexts } from '../../domain/facility/publicTexts.ts'
import { instant, wholeNumber } from '../fields.ts'
import { route } from '../route.ts'
import { manyLines } from '../text.ts'

const key = z.enum(Object.keys(publicTexts) as [PublicTextKey, ...PublicTextKey[]])

const piece = z.object({ text: z.string(), bold: z.boolean(), href: z.string().optional() })
export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['paragraph', 'conspicuous']), pieces: z.array(piece).readonly() }),
  z.object({ kind: z.literal('list'), entries: z.array(z.array(piece).readonly()).readonly() }),
])

export const publicText = z.object({
  sections: z.array(z.object({ title: z.string(), blocks: z.array(block).readonly() })).meta({
    description:
      'Each heading with what is below it. The title is empty for what comes before the first heading.',
  }),
  version: z.number().int().meta({ description: '0: Dugout’s own text.' }),
  published_at: z.iso.datetime().or(z.iso.date()).meta({ description: 'A day for Dugout’s own text.' }),
})
export type PublicTextAnswer = z.infer<typeof publicText>

export const getPublicText = route({
  operationId: 'get-public-text',
  call: 'GET /api/texts/:key',
  access: 'public',
  summary: 'A text of the public pages as it is in force',
  params: z.object({ key }),
  answer: publicText,
})

const publishedText = z.object({
  version: z.number().int(),
  body: z.string(),
  published_at: instant,
  published_by: z.string().nullable().meta({ description: 'Null once that account is deleted.' }),
})

export const listPublicTextVersions = route({
  operationId: 'list-public-text-versions',
  call: 'GET /api/settings/texts/:key',
  access: 'admin',
  summary: 'Every version that was published of a text, the newest first, and Dugout’s own',
  params: z.object({ key }),
  answer: z.object({ versions: z.array(publishedText).max(1_000), own: z.string() }),
})

export const publishPublicText = route({
  operationId: 'publish-public-text',
  call: 'POST /api/settings/texts/:key',
  access: 'admin',
  grave: true,
  summary: 'Publishes a text. An earlier one is restored by publishing it again',
  params: z.object({ key }),
  body: z.object({
    body: manyLines(60_000).meta({
      description:
        'Plain text: `# ` begins a heading, `- ` an entry of a list, `! ` a paragraph that stands out. An entry such as ' +
        '`- Prices: /book-cage` is a link, to an address with http or https or to the path of a page of this site.',
    }),
    seen_version: wholeNumber(0, 1_000_000).meta({ description: 'The version that the editor began with.' }),
  }),
  status: 201,
  answer: publishedText,
  errors: ['text_changed', 'text_unusable'],
})
