import { z } from 'zod'
import { device } from '../accounts/devices.ts'
import { participant, details as participantDetails } from '../accounts/households.ts'
import { participant_name } from '../accounts/participation.ts'
import { bookingStatus } from '../bookings/bookings.ts'
import { dollars, id, instant, wholeNumber } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { manyLines, oneLine } from '../text.ts'
import { listedUser, newUser } from './people.ts'

/** What can be booked, and paid at the desk. */
const bookedKind = z.enum([
  'booking',
  'guest_booking',
  'lesson',
  'class_registration',
  'camp_registration',
  'guest_camp_registration',
])

const ofPerson = z.object({ user_id: id })
const errors = ['user_not_found'] as const

/** A merge of two records that an admin may still reverse. */
export const recentMerge = z.object({
  id,
  source_name: z.string().meta({ description: 'The record that went.' }),
  merged_by_name: z.string().nullable(),
  merged_at: instant,
  reversible_until: instant,
})
export type RecentMerge = z.infer<typeof recentMerge>

export const personPage = listedUser.extend({
  can_sign_in: z.boolean(),
  added_by_staff: z.boolean(),
  coach: z.object({ id, name: z.string(), is_active: z.boolean() }).nullable(),
  standing: z.enum(['staff', 'member', 'returning', 'new']),
  membership: z
    .object({
      status: z.string(),
      since: instant,
      current_period_end: instant.nullable().meta({ description: 'The next charge, or the end.' }),
      ends: z.boolean().meta({ description: 'It is set to end with the period.' }),
    })
    .nullable()
    .meta({ description: 'A live one before one that ended; null for someone who never was a member.' }),
  upcoming: z.number().int().meta({ description: 'What is booked for the household and not over.' }),
  owed: dollars.meta({ description: 'Of all that is not canceled and not paid, past or to come.' }),
  unpaid_items: z
    .array(
      z.object({ kind: bookedKind, id, title: z.string(), starts_at: instant.nullable(), amount: dollars }),
    )
    .meta({ description: 'What `owed` is made of, soonest first; at most 100.' }),
  unpaid: z.object({
    open_minutes: z.number().int().meta({ description: 'Upcoming cages and lessons that are not paid.' }),
    limit_minutes: z.number().int().nullable().meta({ description: 'Null: no limit.' }),
    own_limit: z
      .object({
        hours: z.number().int().nullable(),
        reason: z.string(),
        set_by_name: z.string().nullable(),
        set_at: instant,
      })
      .nullable(),
  }),
  merged_into: z.object({ id, full_name: z.string() }).nullable().meta({
    description: 'The record that has taken over all that was this one’s.',
  }),
  merges: z.array(recentMerge).meta({ description: 'Into this person or their people; reversible still.' }),
})
export type PersonPage = z.infer<typeof personPage>

export const getPersonAdmin = route({
  operationId: 'get-person-admin',
  call: 'GET /api/admin/people/:user_id',
  access: 'desk',
  summary: 'The head of a person’s page: contact, standing, membership, what is owed, limits, merges',
  params: ofPerson,
  answer: personPage,
  errors: [...errors],
})

export const updatePersonContact = route({
  operationId: 'update-person-contact',
  call: 'PUT /api/admin/people/:user_id/contact',
  access: 'desk',
  summary: "Changes name and phone number. The address is the owner's own (decision record 014)",
  params: ofPerson,
  body: newUser.omit({ email: true }),
  answer: z.object({ full_name: z.string(), phone_number: z.string().nullable() }),
  errors: [...errors, 'staff_contact_kept', 'person_merged'],
})

export const personBooking = z.object({
  kind: bookedKind,
  id,
  title: z.string().meta({ description: "e.g. 'Cage 2' or 'Lesson with Casey'" }),
  starts_at: instant.nullable().meta({ description: 'Null for a camp without timeslots.' }),
  ends_at: instant.nullable(),
  status: bookingStatus,
  total_cost: dollars,
  participant_name,
})
export type PersonBooking = z.infer<typeof personBooking>

export const listPersonBookings = route({
  operationId: 'list-person-bookings',
  call: 'GET /api/admin/people/:user_id/bookings',
  access: 'desk',
  summary: 'What the person and their people have booked, of every kind',
  params: ofPerson,
  query: pageQuery.omit({ search_query: true }).extend({
    when: z
      .enum(['upcoming', 'past'])
      .default('upcoming')
      .meta({ description: 'Upcoming: soonest first, what has begun included. Past: latest first.' }),
  }),
  answer: pageOf(personBooking),
  errors: [...errors, 'cursor_invalid'],
})

export const personMessage = z.object({
  id,
  template: z.string(),
  subject: z.string().meta({ description: 'Of the text that was sent, where it is still known.' }),
  to_email: z.string(),
  status: z.enum(['queued', 'sent', 'failed']),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  created_at: instant,
  sent_at: instant.nullable(),
  can_resend: z.boolean(),
})
export type PersonMessage = z.infer<typeof personMessage>

export const listPersonMessages = route({
  operationId: 'list-person-messages',
  call: 'GET /api/admin/people/:user_id/messages',
  access: 'desk',
  summary: 'Messages to the person, newest first',
  params: ofPerson,
  query: pageQuery.omit({ search_query: true }),
  answer: pageOf(personMessage),
  errors: [...errors, 'cursor_invalid'],
})

export const listPersonParticipants = route({
  operationId: 'list-person-participants',
  call: 'GET /api/admin/people/:user_id/participants',
  access: 'desk',
  summary: 'The person and the people whom they look after; care data has an operation of its own',
  params: ofPerson,
  answer: z.array(participant),
  errors: [...errors],
})

const ownParticipant = ofPerson.extend({ participant_id: id })

export const addPersonParticipant = route({
  operationId: 'add-person-participant',
  call: 'POST /api/admin/people/:user_id/participants',
  access: 'desk',
  summary:
    'Adds someone to the household of a parent who calls; shared with those who share all of its people',
  params: ofPerson,
  body: participantDetails
    .partial()
    .required({ name: true })
    .extend({ is_another_person: z.boolean().default(false) }),
  status: 201,
  answer: participant,
  errors: [...errors, 'person_merged', 'participant_exists', 'participants_limit', 'birth_date_in_future'],
})

export const updatePersonParticipant = route({
  operationId: 'update-person-participant',
  call: 'PATCH /api/admin/people/:user_id/participants/:participant_id',
  access: 'desk',
  summary: 'Changes what is sent, for a parent who calls. Of an account itself the name is in its contact',
  params: ownParticipant,
  body: participantDetails.partial(),
  answer: participant,
  errors: [
    'participant_not_found',
    'participant_exists',
    'birth_date_in_future',
    'account_under_age',
    'account_name_kept',
  ],
})

export const personNote = z.object({
  id,
  body: z.string(),
  pinned: z.boolean(),
  written_by: z.string().nullable().meta({ description: 'Null once that account is deleted.' }),
  is_mine: z.boolean(),
  created_at: instant,
  updated_at: instant,
})
export type PersonNote = z.infer<typeof personNote>

const noteText = z.object({ body: manyLines(2000), pinned: z.boolean().default(false) })

export const listPersonNotes = route({
  operationId: 'list-person-notes',
  call: 'GET /api/admin/people/:user_id/notes',
  access: 'desk',
  summary: 'What staff wrote about the person: pinned notes, then newest first',
  params: ofPerson,
  query: pageQuery.omit({ search_query: true }),
  answer: pageOf(personNote),
  errors: [...errors, 'cursor_invalid'],
})

export const createPersonNote = route({
  operationId: 'create-person-note',
  call: 'POST /api/admin/people/:user_id/notes',
  access: 'desk',
  summary: 'Writes a note that only staff read',
  params: ofPerson,
  body: noteText,
  status: 201,
  answer: personNote,
  errors: [...errors, 'person_merged'],
})

const ownNote = ofPerson.extend({ note_id: id })

export const updatePersonNote = route({
  operationId: 'update-person-note',
  call: 'PATCH /api/admin/people/:user_id/notes/:note_id',
  access: 'desk',
  summary: "Changes the text of one's own note; everybody may pin",
  params: ownNote,
  body: z.object({ body: manyLines(2000), pinned: z.boolean() }).partial(),
  answer: personNote,
  errors: ['note_not_found', 'note_of_others'],
})

export const deletePersonNote = route({
  operationId: 'delete-person-note',
  call: 'DELETE /api/admin/people/:user_id/notes/:note_id',
  access: 'desk',
  summary: "Deletes one's own note; admins delete any",
  params: ownNote,
  status: 204,
  answer: z.null(),
  errors: ['note_not_found', 'note_of_others'],
})

export const listPersonSessions = route({
  operationId: 'list-person-sessions',
  call: 'GET /api/admin/people/:user_id/sessions',
  access: 'desk',
  summary: 'The browsers that are signed in to the account, by last use',
  params: ofPerson,
  answer: z.array(device),
  errors: [...errors],
})

export const endPersonSession = route({
  operationId: 'end-person-session',
  call: 'POST /api/admin/people/:user_id/sessions/:session_id/end',
  access: 'desk',
  summary: 'Signs one browser out at once; the desk only those of customers',
  params: ofPerson.extend({ session_id: id }),
  status: 204,
  answer: z.null(),
  errors: [...errors, 'session_not_found', 'staff_sessions_kept'],
})

export const endPersonSessions = route({
  operationId: 'end-person-sessions',
  call: 'POST /api/admin/people/:user_id/sessions/end',
  access: 'desk',
  summary:
    "Signs every browser of the account out, except the caller's own; the desk only those of customers",
  params: ofPerson,
  answer: z.object({ ended: z.number().int() }),
  errors: [...errors, 'staff_sessions_kept'],
})

export const setPersonUnpaidLimit = route({
  operationId: 'set-person-unpaid-limit',
  call: 'PUT /api/admin/people/:user_id/unpaid-limit',
  access: 'desk',
  summary: "Sets one person's limit on unpaid time instead of the facility's (decision record 018)",
  params: ofPerson,
  body: z.object({
    hours: wholeNumber(0, 1_000).nullable().meta({ description: 'Null: no limit.' }),
    reason: oneLine(200),
  }),
  answer: z.object({ limit_minutes: z.number().int().nullable() }),
  errors: [...errors, 'person_merged'],
})

export const clearPersonUnpaidLimit = route({
  operationId: 'clear-person-unpaid-limit',
  call: 'DELETE /api/admin/people/:user_id/unpaid-limit',
  access: 'desk',
  summary: "The facility's limit applies again",
  params: ofPerson,
  status: 204,
  answer: z.null(),
  errors: [...errors],
})
