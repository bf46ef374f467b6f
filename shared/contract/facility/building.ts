/** A picture of the building, beside the way there on the home page. */

import { z } from 'zod'
import { MOST_PICTURE_BYTES } from '../../domain/facility/pictureWidths.ts'
import { route } from '../route.ts'
import { oneLine } from '../text.ts'
import { building } from './facility.ts'

const seen = z.string().max(200).meta({
  description: 'The `url` of the picture that is there, as `get-facility` has it; empty for none.',
})
const answer = z.object({ building: building.nullable() })

export const uploadBuildingPicture = route({
  operationId: 'upload-building-picture',
  call: 'POST /api/settings/building',
  access: 'admin',
  summary:
    'Takes a picture of the building in place of the one before: a PNG or JPEG by its content, re-encoded without metadata',
  query: z.object({ alt: oneLine(200), seen }),
  upload: { types: ['image/jpeg', 'image/png'], mostBytes: MOST_PICTURE_BYTES },
  status: 201,
  answer,
  errors: [
    'building_changed',
    'picture_unreadable',
    'picture_too_many_pixels',
    'picture_too_small',
    'storage_unavailable',
  ],
})

export const deleteBuildingPicture = route({
  operationId: 'delete-building-picture',
  call: 'DELETE /api/settings/building',
  access: 'admin',
  grave: true,
  summary: 'Removes the picture of the building and its files',
  query: z.object({ seen: seen.min(1) }),
  answer,
  errors: ['building_changed', 'storage_unavailable'],
})
