/** Texts of the public pages in the owner's own words, by version (decision record 089). */

import { z } from 'zod'
import { type PublicTextKey, publicTexts } from '../../domain/facility/publicTexts.ts'
import { instant, wholeNumber } from '../fields.ts'
import { route } from '../route.ts'
import { manyLines } from '../text.ts'

const key = z.enum(Object.keys(publicTexts) as [PublicTextKey, ...PublicTextKey[]])

export const publicText = z.object({
  body: z.string().meta({ description: 'Plain text: `# ` begins a heading, `- ` an entry of a list.' }),
  version: z.number().int().meta({ description: '0: Dugout’s own text.' }),
  published_at: z.iso.datetime().or(z.iso.date()).meta({ description: 'A day for Dugout’s own text.' }),
})
export type PublicTextAnswer = z.infer<typeof publicText>

export const getPublicText = route({
  operationId: 'get-public-text',
  method: 'get',
  path: '/api/texts/:key',
  access: 'public',
  summary: 'A text of the public pages as it is in force',
  params: z.object({ key }),
  status: 200,
  answer: publicText,
  errors: [],
})

const publishedText = z.object({
  version: z.number().int(),
  body: z.string(),
  published_at: instant,
  published_by: z.string().nullable().meta({ description: 'Null once that account is deleted.' }),
})

export const listPublicTextVersions = route({
  operationId: 'list-public-text-versions',
  method: 'get',
  path: '/api/settings/texts/:key',
  access: 'admin',
  summary: 'Every version that was published of a text, the newest first, and Dugout’s own',
  params: z.object({ key }),
  status: 200,
  answer: z.object({ versions: z.array(publishedText).max(1_000), own: z.string() }),
  errors: [],
})

export const publishPublicText = route({
  operationId: 'publish-public-text',
  method: 'post',
  path: '/api/settings/texts/:key',
  access: 'admin',
  grave: true,
  summary: 'Publishes a text. An earlier one is restored by publishing it again',
  params: z.object({ key }),
  body: z.object({
    body: manyLines(60_000),
    seen_version: wholeNumber(0, 1_000_000).meta({ description: 'The version that the editor began with.' }),
  }),
  status: 201,
  answer: publishedText,
  errors: ['text_changed'],
})
