/** The pictures that the home page shows, one after the other (spec 1 §2.3; decision record 041). */

import { z } from 'zod'
import { MOST_PICTURE_BYTES } from '../../domain/facility/pictureWidths.ts'
import { id } from '../fields.ts'
import { route } from '../route.ts'
import { oneLine } from '../text.ts'

export const MOST_CAROUSEL_PICTURES = 12

export const carouselPicture = z.object({
  id,
  url: z.string(),
  small_url: z.string().meta({ description: 'At most 800 pixels wide.' }),
  avif: z
    .object({
      portrait: z.string().meta({ description: 'A part of the picture, 3:4, for phones held upright.' }),
      wide: z
        .string()
        .meta({ description: 'The files of the whole picture with their widths, as `srcset` takes them.' }),
    })
    .nullable()
    .meta({ description: 'The same as AVIF; null for what was uploaded before there was any.' }),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string().meta({ description: 'What it shows, for those who cannot see it.' }),
})
export type CarouselPicture = z.infer<typeof carouselPicture>

const list = z.object({ pictures: z.array(carouselPicture) })
const alt = oneLine(200)

export const listCarouselPictures = route({
  operationId: 'list-carousel-pictures',
  call: 'GET /api/settings/carousel',
  access: 'admin',
  summary: 'The uploaded pictures of the home page, in their order',
  answer: list,
})

export const uploadCarouselPicture = route({
  operationId: 'upload-carousel-picture',
  call: 'POST /api/settings/carousel',
  access: 'admin',
  summary: 'Adds a picture at the end: a PNG or JPEG by its content, re-encoded without metadata',
  query: z.object({ alt }),
  upload: { types: ['image/jpeg', 'image/png'], mostBytes: MOST_PICTURE_BYTES },
  status: 201,
  answer: list,
  errors: [
    'carousel_full',
    'picture_unreadable',
    'picture_too_many_pixels',
    'picture_too_small',
    'storage_unavailable',
  ],
})

export const updateCarouselPictures = route({
  operationId: 'update-carousel-pictures',
  call: 'PUT /api/settings/carousel',
  access: 'admin',
  summary: 'Puts the pictures in order and says what they show; the list names all of them',
  body: z.object({ pictures: z.array(z.object({ id, alt })).max(MOST_CAROUSEL_PICTURES) }),
  answer: list,
  errors: ['changed_meanwhile'],
})

export const deleteCarouselPicture = route({
  operationId: 'delete-carousel-picture',
  call: 'DELETE /api/settings/carousel/:picture_id',
  access: 'admin',
  grave: true,
  summary: 'Removes a picture; without any, the home page shows the ones that come with Dugout',
  params: z.object({ picture_id: id }),
  answer: list,
  errors: ['picture_not_found', 'storage_unavailable'],
})
