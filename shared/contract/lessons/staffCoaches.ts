import { z } from 'zod'
import { MOST_PICTURE_BYTES } from '../../domain/facility/pictureWidths.ts'
import { participant_name } from '../accounts/participation.ts'
import { day, dollars, id, role, wallTime } from '../fields.ts'
import { route } from '../route.ts'
import { emailAddress, manyLines, oneLine, oneLineOrNone, personName } from '../text.ts'
import { coachWeek, weekdayHours } from './coachHours.ts'

/** A coach as staff see them in the list (spec 3 §2). */
export const staffCoach = z.object({
  id,
  name: z.string(),
  email: z.string().nullable().meta({ description: 'The address for messages about lessons.' }),
  phone_number: z.string().nullable(),
  is_active: z.boolean(),
  user_id: id.nullable().meta({ description: 'The linked account, with which the coach signs in.' }),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  user_role: role.nullable(),
})
export type StaffCoach = z.infer<typeof staffCoach>

export const getAllCoachesForAdmin = route({
  operationId: 'get_all_coaches_for_admin',
  call: 'GET /api/admin/coaches',
  access: 'desk',
  summary: 'All coaches, active or not, by name, with their linked accounts',
  answer: z.array(staffCoach),
})

export const staffCoachProfile = staffCoach.extend({
  bio: z.string().nullable(),
  specialties: z.array(z.string()),
  hourly_rate: dollars,
  profile_image_url: z.string().nullable(),
})
export type StaffCoachProfile = z.infer<typeof staffCoachProfile>

export const getCoachAdmin = route({
  operationId: 'get-coach-admin',
  call: 'GET /api/admin/coaches/:id',
  access: 'desk',
  summary: 'Everything about one coach, active or not',
  params: z.object({ id }),
  answer: staffCoachProfile,
  errors: ['coach_not_found'],
})

/** What an admin may change of a coach; what is left out stays as it is. */
export const coachChange = z.object({
  name: personName(200, 'Name is required.').optional(),
  email: emailAddress.nullable().optional(),
  phone_number: oneLineOrNone(40).nullable().optional(),
  bio: manyLines(5_000).nullable().optional(),
  specialties: z.array(oneLine(60)).max(20, 'Use at most 20 specialties.').optional(),
  hourly_rate: dollars.max(10_000, 'The rate is at most $10,000.').optional(),
  is_active: z.boolean().optional(),
  user_id: id
    .nullable()
    .optional()
    .meta({ description: 'Links an account, which gets the role coach; null unlinks it.' }),
})
export type CoachChange = z.output<typeof coachChange>

export const updateCoachAdmin = route({
  operationId: 'update-coach-admin',
  call: 'PATCH /api/admin/coaches/:id',
  access: 'admin',
  // It gives or takes a role then, or changes the address of an account.
  grave: ({ body }) => {
    const { user_id, email } = body as CoachChange
    return user_id !== undefined || email !== undefined
  },
  summary:
    'Changes a coach; a new e-mail is that of the linked account too. Deleting one is `is_active: false` (decision 28)',
  params: z.object({ id }),
  body: coachChange,
  answer: z.object({ coach: staffCoachProfile }),
  errors: [
    'coach_not_found',
    'user_not_found',
    'user_exists',
    'role_needs_email',
    'coach_account_taken',
    'coach_account_is_staff',
  ],
})

const { name, email, phone_number, bio, specialties, hourly_rate } = coachChange.shape

/** A coach whom an admin enters whole: an account is not needed, and can be linked later. */
export const newCoach = z.object({
  name: name.unwrap(),
  email,
  phone_number,
  bio,
  specialties,
  hourly_rate: hourly_rate.unwrap(),
})
export type NewCoach = z.output<typeof newCoach>

export const createCoachAdmin = route({
  operationId: 'create-coach-admin',
  call: 'POST /api/admin/coaches',
  access: 'admin',
  summary: 'Enters a coach who has no account: customers can book lessons once there are hours',
  body: newCoach,
  status: 201,
  answer: z.object({ coach: staffCoachProfile }),
})

export const uploadCoachAvatarAdmin = route({
  operationId: 'upload-coach-avatar-admin',
  call: 'PUT /api/admin/coaches/:id/picture',
  access: 'admin',
  summary:
    "Stores a coach's picture: a PNG or JPEG by its content, made square and re-encoded without metadata",
  params: z.object({ id }),
  upload: { types: ['image/jpeg', 'image/png'], mostBytes: MOST_PICTURE_BYTES },
  answer: staffCoachProfile,
  errors: [
    'coach_not_found',
    'picture_unreadable',
    'picture_too_many_pixels',
    'picture_too_small',
    'storage_unavailable',
  ],
})

export const deleteCoachAvatarAdmin = route({
  operationId: 'delete-coach-avatar-admin',
  call: 'DELETE /api/admin/coaches/:id/picture',
  access: 'admin',
  summary: "Removes a coach's picture",
  params: z.object({ id }),
  answer: staffCoachProfile,
  errors: ['coach_not_found', 'storage_unavailable'],
})

export const getCoachHoursAdmin = route({
  operationId: 'get-coach-hours-admin',
  call: 'GET /api/admin/coaches/:id/hours',
  access: 'desk',
  summary: 'The week of a coach, Sunday first',
  params: z.object({ id }),
  answer: z.array(weekdayHours),
  errors: ['coach_not_found'],
})

export const saveCoachHoursAdmin = route({
  operationId: 'save-coach-hours-admin',
  call: 'PUT /api/admin/coaches/:id/hours',
  access: 'admin',
  summary: 'Replaces the week of a coach; what is booked outside of it stays, once it is confirmed',
  params: z.object({ id }),
  body: coachWeek,
  answer: z.array(weekdayHours),
  errors: ['coach_not_found', 'bookings_stranded', 'checkout_open'],
})

/** A lesson that is still to come, in facility time. */
export const comingLesson = z.object({
  id,
  customer_name: z.string(),
  participant_name,
  cage_name: z.string(),
  lesson_date: day,
  start_time: wallTime,
  end_time: wallTime,
  status: z.enum(['pending payment', 'paid']),
})
export type ComingLesson = z.infer<typeof comingLesson>

export const listCoachFutureLessons = route({
  operationId: 'list-coach-future-lessons',
  call: 'GET /api/admin/coaches/:id/future-lessons',
  access: 'desk',
  summary: 'The lessons of a coach that are still to come, soonest first',
  params: z.object({ id }),
  answer: z.array(comingLesson),
  errors: ['coach_not_found'],
})
