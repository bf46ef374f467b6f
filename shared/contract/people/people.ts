import { z } from 'zod'
import { participant_name } from '../accounts/participation.ts'
import { upcomingThing } from '../accounts/privacy.ts'
import { dollars, id, instant, role } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { emailAddress, oneLineOrNone, personName } from '../text.ts'

/** A user as staff see them (spec 3 §3). */
export const listedUser = z.object({
  id,
  full_name: z.string(),
  email: z.string().nullable().meta({ description: 'Null for a person who cannot sign in.' }),
  phone_number: z.string().nullable(),
  role,
  created_at: instant,
})
export type ListedUser = z.infer<typeof listedUser>

const userStanding = z.object({
  owed: dollars.meta({ description: 'Of all that is booked and not paid, past or to come.' }),
  last_visit: instant.nullable().meta({ description: 'The start of the last thing that took place.' }),
  is_member: z.boolean(),
  children: z.array(z.string()).meta({ description: 'Who has no account of their own.' }),
})
export type UserStanding = z.infer<typeof userStanding>

const userOfList = listedUser.extend({
  standing: userStanding.optional().meta({ description: 'Where it was asked for.' }),
})
export type UserOfList = z.infer<typeof userOfList>

const userTotals = z.object({
  count: z.number().int(),
  owing_count: z.number().int(),
  owed: dollars.meta({ description: 'Of all that they have booked and not paid.' }),
})
export type UserTotals = z.infer<typeof userTotals>

export const getAllUsersAdmin = route({
  operationId: 'get_all_users_admin',
  call: 'GET /api/admin/users',
  access: 'desk',
  summary: 'Users of every role by name, e-mail or phone number',
  query: pageQuery.extend({
    role: role.optional(),
    sort: z
      .enum(['newest', 'name'])
      .default('newest')
      .meta({ description: "By date joined, newest first; 'name' for the picker of people." }),
    member: z.literal('true').optional().meta({ description: 'Only members.' }),
    standing: z.literal('true').optional().meta({ description: 'What each owes, and more, comes with it.' }),
  }),
  answer: pageOf(userOfList).extend({
    totals: userTotals.nullable().optional().meta({
      description: 'On the first page, with `standing`; null where too many are found to add them up.',
    }),
  }),
  errors: ['cursor_invalid'],
})

/** Digits that tell few people apart; with fewer, half of a town would be found. */
export const fewestPhoneDigits = 7

export const findPeopleByPhone = route({
  operationId: 'find-people-by-phone',
  call: 'GET /api/admin/people/by-phone',
  access: 'desk',
  summary: 'Accounts and guests whose phone number has these digits, while it is typed; at most 8',
  query: z.object({ phone: z.string().trim().max(40) }),
  answer: z.array(
    z.object({
      id: id.nullable().meta({ description: 'The account; null for a guest of earlier bookings.' }),
      full_name: z.string(),
      email: z.string().nullable(),
      phone_number: z.string(),
    }),
  ),
  errors: ['too_many_requests'],
})

/** With fewer, half of a town would be found (spec 3 §5). */
export const fewestSearchLetters = 2

export const searchUsersByNameEmailPhone = route({
  operationId: 'search_users_by_name_email_phone',
  call: 'GET /api/admin/people/search',
  access: 'desk',
  summary: 'Users whose name, e-mail or phone number has the words of a search, by name; at most 20',
  query: z.object({ search_term: z.string().trim().min(fewestSearchLetters).max(100) }),
  answer: z.array(
    listedUser.extend({
      cage_discount_percent: z
        .number()
        .meta({ description: 'What comes off the price of cages for a member; 0 for everybody else.' }),
    }),
  ),
})

/** Something that the person has booked, of whatever kind. */
export const bookingOfUser = z.object({
  id,
  kind: z.enum(['cage_booking', 'lesson', 'class_session', 'camp']),
  title: z.string().meta({ description: "e.g. 'Cage 2' or 'Lesson with Casey'" }),
  start_time: instant.nullable().meta({ description: 'Null for a camp without timeslots.' }),
  status: z.enum(['pending payment', 'paid', 'canceled']),
  participant_name,
})

export const userDetails = listedUser.extend({
  can_sign_in: z.boolean().meta({ description: 'False until the invitation is accepted.' }),
  coach: z.object({ id, name: z.string(), is_active: z.boolean() }).nullable(),
  subscription: z.object({ status: z.string() }).nullable(),
  bookings: z.array(bookingOfUser).meta({ description: 'The last 50 by time, latest first.' }),
  transactions: z
    .array(z.object({ id, total_amount: dollars, status: z.string(), created_at: instant }))
    .meta({ description: 'The last 50, newest first.' }),
})
export type UserDetails = z.infer<typeof userDetails>

export const getUserDetailsAdmin = route({
  operationId: 'get_user_details_admin',
  call: 'GET /api/admin/users/:user_id_param',
  access: 'desk',
  summary: 'One user with membership, bookings and payments',
  params: z.object({ user_id_param: id }),
  answer: userDetails,
  errors: ['user_not_found'],
})

/** What staff enter about a new person. */
export const newUser = z.object({
  name: personName(200, 'Full name is required.'),
  email: emailAddress
    .nullable()
    .meta({ description: 'Gets a link to choose a password. Null: the person cannot sign in.' }),
  phone: oneLineOrNone(40).nullable(),
})
export type NewUser = z.output<typeof newUser>

export const adminCreateUser = route({
  operationId: 'admin-create-user',
  call: 'POST /api/admin/users',
  access: 'desk',
  summary: 'Enters a person; with an e-mail they are invited to set a password',
  body: newUser,
  status: 201,
  answer: z.object({ success: z.literal(true), profile_id: id }),
  errors: ['user_exists'],
})

export const updateUserRole = route({
  operationId: 'update_user_role',
  call: 'POST /api/admin/users/role',
  access: 'admin',
  grave: true,
  summary: "Changes a user's role and ends their sessions; another role than coach unlinks the coach",
  body: z.object({ user_id: id, new_role: role }),
  answer: listedUser,
  errors: ['user_not_found', 'role_needs_email', 'last_admin'],
})

/** Something that a deletion cancels. */
export const canceledThing = upcomingThing.extend({
  id,
  refund_amount: dollars.meta({ description: 'What was paid for it.' }),
  refund_method: z
    .enum(['card', 'front_desk'])
    .nullable()
    .meta({ description: 'To the card that paid, over the counter, or nothing was paid.' }),
})
export type CanceledThing = z.infer<typeof canceledThing>

export const userDeletion = z.object({
  canceled: z.array(canceledThing).meta({ description: 'Canceled with the account, its money given back.' }),
  ends_membership: z.boolean().meta({ description: 'The membership is set to end, without a refund.' }),
  payment_under_way: z.boolean().meta({ description: 'Refuses the deletion for fifteen minutes at most.' }),
})
export type UserDeletion = z.infer<typeof userDeletion>

/** The details of `deletion_unconfirmed`. */
export interface UnconfirmedDeletion extends UserDeletion {
  /** To be sent to delete the user after all. */
  readonly shown_ids: readonly string[]
}

export const previewUserDeletion = route({
  operationId: 'preview-user-deletion',
  call: 'GET /api/admin/users/:user_id/deletion',
  access: 'admin',
  summary: 'What deleting a user would cancel and give back',
  params: z.object({ user_id: id }),
  answer: userDeletion,
  errors: ['user_not_found'],
})

export const deleteUser = route({
  operationId: 'delete-user',
  call: 'POST /api/admin/users/delete',
  access: 'admin',
  grave: true,
  summary: "Deletes a user; the facility's bookings and payments stay under 'Deleted user' (decision 28)",
  body: z.object({
    user_id: id,
    shown_ids: z.array(id).max(1_000).optional().meta({
      description:
        'What the preview listed. Anything else that is to come refuses the deletion. Left out: a refusal lists what would be lost, with the ids to send.',
    }),
  }),
  answer: z.object({ deleted: z.literal(true) }),
  errors: [
    'user_not_found',
    'staff_account_kept',
    'coach_still_active',
    'deletion_unconfirmed',
    'deletion_blocked',
    'changed_meanwhile',
    'payment_provider_unavailable',
    'last_admin',
  ],
})
