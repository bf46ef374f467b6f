/** The facility's logo, on every page, in mails and on paper (decision record 094). */

import { z } from 'zod'
import { MOST_PICTURE_BYTES } from '../../domain/facility/pictureWidths.ts'
import { route } from '../route.ts'
import { logo } from './facility.ts'

const query = z.object({
  ground: z.enum(['light', 'dark']).meta({
    description: 'Where it is shown. Without one for dark grounds the other one stands there, on white.',
  }),
  seen: z.string().max(200).meta({
    description:
      'The `src` of the logo that this one takes the place of, as `get-facility` has it; empty for none.',
  }),
})
const answer = z.object({ logo: logo.nullable() })

export const uploadLogo = route({
  operationId: 'upload-logo',
  call: 'POST /api/settings/logo',
  access: 'admin',
  summary: 'Takes a logo: a PNG, JPEG, WebP or SVG by its content, kept as PNGs without metadata',
  query,
  upload: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml'],
    mostBytes: MOST_PICTURE_BYTES,
  },
  status: 201,
  answer,
  errors: [
    'logo_changed',
    'logo_missing',
    'logo_too_small',
    'picture_unreadable',
    'picture_too_many_pixels',
    'storage_unavailable',
  ],
})

export const deleteLogo = route({
  operationId: 'delete-logo',
  call: 'DELETE /api/settings/logo',
  access: 'admin',
  summary: 'Takes a logo away; with the one for light grounds both',
  query,
  answer,
  errors: ['logo_changed', 'logo_missing'],
})
