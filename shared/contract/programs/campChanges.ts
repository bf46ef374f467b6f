/** What becomes of a camp as a whole: copied to other days, called off, deleted; and its banner. */

import { z } from 'zod'
import { mostBannerBytes, mostCampCopies } from '../../domain/programs/campFields.ts'
import { day, dollars, id } from '../fields.ts'
import { route } from '../route.ts'
import { oneLine } from '../text.ts'
import { campConflict, staffCamp } from './staffCamps.ts'

const oneCamp = z.object({ camp_id: id })
const start_dates = z.array(day).min(1).max(mostCampCopies).meta({
  description: 'The first day of each copy. All of its days and times move with it.',
})

export const previewCampCopies = route({
  operationId: 'preview-camp-copies',
  call: 'POST /api/admin/camps/:camp_id/copies/preview',
  access: 'admin',
  summary: 'What copies of a camp on other days would meet, before they are made',
  params: oneCamp,
  body: z.object({ start_dates }),
  answer: z.object({
    copies: z.array(
      z.object({
        start_date: day,
        end_date: day,
        past: z.boolean().meta({ description: 'One of its sessions has begun already.' }),
        conflicts: z.array(campConflict),
      }),
    ),
  }),
  errors: ['camp_not_found', 'camp_copies_too_many'],
})

export const copyCamp = route({
  operationId: 'copy-camp',
  call: 'POST /api/admin/camps/:camp_id/copies',
  access: 'admin',
  summary: 'Copies a camp to other days, as drafts unless said otherwise: all copies or none',
  params: oneCamp,
  body: z.object({ start_dates, name: oneLine(200).optional(), published: z.boolean().default(false) }),
  status: 201,
  answer: z.object({ camps: z.array(staffCamp) }),
  errors: ['camp_not_found', 'camp_copies_too_many', 'camp_timeslot_past', 'camp_places_taken'],
})

export const campCancellation = z.object({
  people: z.number().int().meta({ description: 'Registrations that would be canceled.' }),
  refund_by_card: dollars,
  refund_at_desk: dollars,
  paying_now: z.boolean().meta({ description: 'Someone is paying for it, so it cannot be called off yet.' }),
  fingerprint: z.string().meta({ description: 'Names exactly these registrations.' }),
})
export type CampCancellation = z.infer<typeof campCancellation>

export const previewCampCancellation = route({
  operationId: 'preview-camp-cancellation',
  call: 'GET /api/admin/camps/:camp_id/cancellation',
  access: 'admin',
  summary: 'Whose registrations a camp that is called off would cancel, and what would go back',
  params: oneCamp,
  answer: campCancellation,
  errors: ['camp_not_found', 'camp_called_off', 'already_started'],
})

export const callOffCamp = route({
  operationId: 'call-off-camp',
  call: 'POST /api/admin/camps/:camp_id/cancellation',
  access: 'admin',
  grave: true,
  summary: 'Calls a camp off: registrations are canceled, people told and refunded, cages and coaches freed',
  params: oneCamp,
  body: z.object({ fingerprint: z.string().max(100), message: oneLine(500).optional() }),
  answer: z.object({
    people: z.number().int(),
    refund_by_card: dollars,
    refund_at_desk: dollars,
    message: z.string(),
  }),
  errors: [
    'camp_not_found',
    'camp_called_off',
    'camp_registrations_changed',
    'checkout_open',
    'already_started',
    'already_over',
    'override_reason_required',
    'override_refused',
  ],
})

export const deleteCamp = route({
  operationId: 'delete-camp',
  call: 'DELETE /api/admin/camps/:camp_id',
  access: 'admin',
  summary:
    'Deletes a camp without registrations; one that was called off goes from the list, its records stay',
  params: oneCamp,
  answer: z.object({
    outcome: z.enum(['deleted', 'put_away']),
    message: z.string(),
  }),
  errors: ['camp_not_found', 'camp_has_registrations', 'checkout_open'],
})

export const uploadCampBanner = route({
  operationId: 'upload-camp-banner',
  call: 'POST /api/admin/camp-banner',
  access: 'admin',
  summary: 'Stores a picture for a camp: a JPG, PNG or GIF by its content, re-encoded in two widths',
  upload: { types: ['image/jpeg', 'image/png', 'image/gif'], mostBytes: mostBannerBytes },
  status: 201,
  answer: z.object({ url: z.string().meta({ description: 'Send it as `p_banner_url`.' }) }),
  errors: ['picture_unreadable', 'picture_too_many_pixels', 'picture_too_small', 'storage_unavailable'],
})
