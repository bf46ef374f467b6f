import { z } from 'zod'
import { MOST_PICTURE_BYTES } from '../../domain/facility/pictureWidths.ts'
import { id } from '../fields.ts'
import { route } from '../route.ts'
import { coach } from './coaches.ts'
import { coachChange } from './staffCoaches.ts'

/** What a coach may teach, as the profile offers it (spec 3 §2). */
export const coachSpecialties = [
  'Hitting',
  'Pitching',
  'Fielding',
  'Base Running',
  'Catching',
  'Strength & Conditioning',
  'Mental Game',
  'Softball - Slapping',
  'Softball - Pitching',
] as const

export const ownCoachProfile = coach.extend({
  id: id.nullable().meta({ description: 'Null until the profile is saved for the first time.' }),
  email: z.string().meta({ description: 'The address of the account; it is changed there.' }),
  phone_number: z.string().nullable(),
})
export type OwnCoachProfile = z.infer<typeof ownCoachProfile>

export const getOwnCoachProfile = route({
  operationId: 'get-own-coach-profile',
  call: 'GET /api/coach/profile',
  access: 'coach',
  summary: "The coach's own public profile; before the first save what the account says",
  answer: ownCoachProfile,
})

const { name, phone_number, bio, specialties, hourly_rate } = coachChange.shape

export const coachProfileChange = z.object({
  name: name.unwrap(),
  phone_number: phone_number.unwrap(),
  bio: bio.unwrap(),
  specialties: specialties.unwrap(),
  hourly_rate: hourly_rate.unwrap(),
})
export type CoachProfileChange = z.output<typeof coachProfileChange>

export const saveOwnCoachProfile = route({
  operationId: 'save-own-coach-profile',
  call: 'PUT /api/coach/profile',
  access: 'coach',
  summary:
    "Saves the coach's own profile; the first save makes the coach and links it to the account (decision 4)",
  body: coachProfileChange,
  answer: ownCoachProfile,
  errors: ['coach_role_refused'],
})

export const uploadCoachAvatar = route({
  operationId: 'upload-coach-avatar',
  call: 'PUT /api/coach/profile/picture',
  access: 'coach',
  summary:
    "Stores the coach's picture: a PNG or JPEG by its content, made square and re-encoded without metadata",
  upload: { types: ['image/jpeg', 'image/png'], mostBytes: MOST_PICTURE_BYTES },
  answer: ownCoachProfile,
  errors: [
    'coach_setup_required',
    'picture_unreadable',
    'picture_too_many_pixels',
    'picture_too_small',
    'storage_unavailable',
  ],
})

export const deleteCoachAvatar = route({
  operationId: 'delete-coach-avatar',
  call: 'DELETE /api/coach/profile/picture',
  access: 'coach',
  summary: "Removes the coach's picture",
  answer: ownCoachProfile,
  errors: ['coach_setup_required', 'storage_unavailable'],
})
