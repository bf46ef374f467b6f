/** Camps in the back office: read by the desk, made and changed by admins (spec 3 §3, §5, §7, §9). */

import { z } from 'zod'
import {
  campAges,
  campDefaults,
  campFocuses,
  campSports,
  campTimes,
  mostBulletPoints,
  mostCampCoaches,
  mostCampTimeslots,
  overlappingTimeslot,
} from '../../domain/programs/campFields.ts'
import { campLevels } from '../../domain/programs/camps.ts'
import { expectedRevision, tellChoices, whatIsThere } from '../bookings/staffChanges.ts'
import { day, dollars, id, instant, wallTime, wholeNumber } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { manyLines, oneLine } from '../text.ts'
import { camp, campCoach } from './camps.ts'

const staffTimeslot = z.object({
  id,
  date: day,
  start_time: wallTime,
  end_time: wallTime,
  cages: z.array(z.string()).meta({ description: 'The names of the cages that it takes.' }),
})

/** A camp as staff see it, whatever its state. */
export const staffCamp = camp.extend({
  published: z.boolean(),
  camp_timeslots: z.array(staffTimeslot).meta({ description: 'In the order of time.' }),
  camp_coaches: z.array(z.object({ coach: campCoach.extend({ is_active: z.boolean() }) })),
  called_off_at: instant.nullable(),
  revision: z.number().int().meta({ description: 'Counts its changes; send it as `expected_revision`.' }),
})
export type StaffCamp = z.infer<typeof staffCamp>

export const campStatusFilter = z.enum(['all', 'published', 'draft', 'called_off'])
export type CampStatusFilter = z.infer<typeof campStatusFilter>

export const listCampsAdmin = route({
  operationId: 'list-camps-admin',
  call: 'GET /api/admin/camps',
  access: 'desk',
  summary: 'Camps, drafts included, the latest start date first, with coaches, sessions and taken seats',
  query: pageQuery.extend({ status_filter: campStatusFilter.default('all') }),
  answer: pageOf(staffCamp),
  errors: ['cursor_invalid'],
})

export const getCampAdmin = route({
  operationId: 'get-camp-admin',
  call: 'GET /api/admin/camps/:camp_id',
  access: 'desk',
  summary: 'One camp with its coaches, sessions and taken seats, whatever its state',
  params: z.object({ camp_id: id }),
  answer: staffCamp,
  errors: ['camp_not_found'],
})

export const listCampCoaches = route({
  operationId: 'list-camp-coaches',
  call: 'GET /api/admin/camp-coaches',
  access: 'admin',
  summary: 'The active coaches by name, to choose from',
  answer: z.array(z.object({ id, name: z.string(), phone_number: z.string().nullable() })),
})

/** 8:00 AM to 10:00 PM in steps of 30 minutes. */
const campTime = wallTime.refine(
  (time) => campTimes.includes(time),
  'Choose a half hour from 8:00 AM to 10:00 PM.',
)

const enteredTimeslot = z
  .object({
    id: id.optional().meta({ description: 'Of the session that is kept or moved; none for a new one.' }),
    date: day,
    start_time: campTime,
    end_time: campTime,
  })
  .refine(({ start_time, end_time }) => end_time > start_time, {
    path: ['end_time'],
    message: 'A time must end after it starts.',
  })

const age = wholeNumber(campAges.youngest, campAges.oldest)
const emptyIsNull = <Text extends z.ZodType<string>>(text: Text) =>
  z
    .union([z.literal(''), text])
    .nullable()
    .transform((given) => given || null)

const campFields = {
  p_name: oneLine(200),
  p_start_date: day,
  p_end_date: day,
  p_price: dollars.meta({ description: 'In dollars; 0 is free.' }),
  p_age_group: emptyIsNull(oneLine(100)).meta({ description: 'Empty: as the ages say.' }),
  p_max_spots: wholeNumber(1, 1_000),
  p_banner_url: z.string().max(500).nullable().meta({ description: 'As `upload-camp-banner` answered.' }),
  p_published: z.boolean(),
  p_min_age: age,
  p_max_age: age,
  p_sport: z.enum(campSports),
  p_focus: z.enum(campFocuses),
  p_level: emptyIsNull(z.enum(campLevels)),
  p_description: emptyIsNull(manyLines(5_000)),
  p_bullet_points: z
    .array(z.union([z.string().regex(/^\s*$/), oneLine(200)]))
    .max(mostBulletPoints)
    .transform((points) => points.filter((point) => point.trim() !== ''))
    .meta({ description: 'Empty ones are dropped.' }),
  p_what_to_bring: emptyIsNull(manyLines(500)),
  p_timeslots: z.array(enteredTimeslot).max(mostCampTimeslots).meta({
    description: 'The sessions on the clock of the facility; each takes 3 cages and all coaches.',
  }),
  p_coach_ids: z.array(id).max(mostCampCoaches),
  p_registration_enabled: z.boolean(),
  p_pay_on_arrival_enabled: z.boolean(),
}

/** What a new camp has where nothing is said. */
const ofNewCamp = {
  p_price: campFields.p_price.default(0),
  p_age_group: campFields.p_age_group.default(null),
  p_max_spots: campFields.p_max_spots.default(campDefaults.max_spots),
  p_banner_url: campFields.p_banner_url.default(null),
  p_published: campFields.p_published.default(campDefaults.published),
  p_min_age: age.default(campDefaults.min_age),
  p_max_age: age.default(campDefaults.max_age),
  p_sport: campFields.p_sport.default(campDefaults.sport),
  p_focus: campFields.p_focus.default(campDefaults.focus),
  p_level: campFields.p_level.default(null),
  p_description: campFields.p_description.default(null),
  p_bullet_points: campFields.p_bullet_points.default([]),
  p_what_to_bring: campFields.p_what_to_bring.default(null),
  p_timeslots: campFields.p_timeslots.default([]),
  p_coach_ids: campFields.p_coach_ids.default([]),
  p_registration_enabled: campFields.p_registration_enabled.default(campDefaults.registration_enabled),
  p_pay_on_arrival_enabled: campFields.p_pay_on_arrival_enabled.default(campDefaults.pay_on_arrival_enabled),
}

interface Checked {
  readonly p_start_date: string
  readonly p_end_date: string
  readonly p_min_age: number
  readonly p_max_age: number
  readonly p_timeslots: readonly { date: string; start_time: string; end_time: string }[]
}

/** What the fields say of each other. */
function checkTogether(entered: Checked, problems: z.RefinementCtx): void {
  const { p_start_date, p_end_date, p_min_age, p_max_age, p_timeslots } = entered
  const say = (path: PropertyKey[], message: string) => problems.addIssue({ code: 'custom', path, message })
  if (p_end_date < p_start_date) say(['p_end_date'], 'A camp can’t end before it starts.')
  if (p_max_age < p_min_age) say(['p_max_age'], 'The highest age can’t be below the lowest.')
  const outside = p_timeslots.findIndex(({ date }) => date < p_start_date || date > p_end_date)
  if (outside >= 0)
    say(['p_timeslots', outside, 'date'], 'Every time must be between the start and end dates.')
  const overlapping = overlappingTimeslot(p_timeslots)
  if (overlapping) say(['p_timeslots'], 'Two times on the same day overlap.')
}

export const newCamp = z.object({ ...campFields, ...ofNewCamp }).superRefine(checkTogether)
export type CampInput = z.output<typeof newCamp>

/** A whole camp: what a change and the camp as it is come to. */
export const wholeCamp = z.object(campFields).superRefine(checkTogether)

/** What is left out stays as it is (decision record 073). */
export const changedCamp = z.object({
  p_camp_id: id,
  ...z.object(campFields).partial().shape,
  ...expectedRevision,
  ...tellChoices,
})
export type CampChanges = z.output<typeof changedCamp>

/** A session that cannot have its cages or coaches: what is in the way, and what would be free. */
export const campConflict = z.object({
  date: day,
  start_time: wallTime,
  end_time: wallTime,
  free_cages: z.number().int().meta({ description: 'How many cages are free at that time; 3 are needed.' }),
  in_the_way: z.array(whatIsThere),
  free_times: z
    .array(z.object({ start_time: wallTime, end_time: wallTime }))
    .meta({ description: 'Other times of that day, as long, with 3 free cages and the coaches free.' }),
})
export type CampConflict = z.infer<typeof campConflict>

/** The details of `camp_places_taken`. */
export const campConflicts = z.object({ conflicts: z.array(campConflict) })

const saveErrors = [
  'coach_not_found',
  'camp_banner_unknown',
  'storage_unavailable',
  'camp_timeslot_past',
  'camp_timeslot_unknown',
  'camp_places_taken',
] as const

const saved = z.object({
  camp: staffCamp,
  told: z.number().int().meta({ description: 'How many people are sent a message about it.' }),
})

export const createCamp = route({
  operationId: 'create_camp',
  call: 'POST /api/admin/camps',
  access: 'admin',
  summary: 'Makes a camp; each of its sessions takes 3 cages and its coaches, all or none',
  body: newCamp,
  status: 201,
  answer: saved,
  errors: saveErrors,
})

export const updateCamp = route({
  operationId: 'update_camp',
  call: 'PUT /api/admin/camps',
  access: 'admin',
  summary:
    'Changes a camp; what is left out stays as it is. Those registered keep their price, and are told of new dates, times, ages and prices',
  body: changedCamp,
  answer: saved,
  errors: [
    'camp_not_found',
    'changed_meanwhile',
    'camp_called_off',
    'camp_spots_below_taken',
    'checkout_open',
    ...saveErrors,
  ],
})

export const previewCamp = route({
  operationId: 'preview-camp',
  call: 'POST /api/admin/camps/preview',
  access: 'admin',
  summary: 'What is in the way of sessions before they are saved, and what would be free',
  body: z.object({
    camp_id: id.optional().meta({ description: 'Its own sessions are not in the way.' }),
    timeslots: z.array(enteredTimeslot).max(mostCampTimeslots),
    coach_ids: z.array(id).max(mostCampCoaches),
  }),
  answer: campConflicts,
  errors: ['coach_not_found'],
})

export const updateCampStatus = route({
  operationId: 'update-camp-status',
  call: 'PATCH /api/admin/camps/:camp_id/status',
  access: 'admin',
  summary: 'Publishes a camp or makes it a draft, opens or closes registration, allows payment on arrival',
  params: z.object({ camp_id: id }),
  body: z
    .object({
      published: z.boolean(),
      registration_enabled: z.boolean(),
      pay_on_arrival_enabled: z.boolean(),
    })
    .partial()
    .extend(expectedRevision),
  answer: staffCamp,
  errors: ['camp_not_found', 'changed_meanwhile', 'camp_called_off'],
})
