/** Classes as the back office edits them (spec 3 §2, §7; decisions 11 and 14; decision record 048). */

import { z } from 'zod'
import { mostScheduleLines } from '../../domain/programs/classSeason.ts'
import { tellChoices, whatIsThere } from '../bookings/staffChanges.ts'
import { day, dollars, id, revision, wallTime, wholeNumber } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { manyLines, oneLine } from '../text.ts'
import { classCoach, classSchedule, trainingClass } from './classes.ts'

/** A text that may be left empty: null then. */
const orNone = <Text extends z.ZodType<string, string>>(text: Text) =>
  z.preprocess((typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed), text.nullable())

const age = wholeNumber(1, 99).nullable().optional()

/** The payload's `classData`. */
export const classData = z
  .object({
    name: z.string().trim().min(1, { error: 'Name is required.', abort: true }).pipe(oneLine(200)),
    description: orNone(manyLines(5_000)),
    coach_id: id.nullable().meta({ description: 'Who teaches it; null while that is open.' }),
    age_group: orNone(oneLine(60)),
    min_age: age.meta({
      description:
        'In full years on the first day, as is the highest age. Null: no limit. Left out: as it is; a new class has none.',
    }),
    max_age: age,
    what_to_bring: orNone(manyLines(500)).optional().meta({
      description: 'On the page, tickets and emails. Left out: as it is; a new class has none.',
    }),
    price: dollars
      .max(10_000, 'The price is at most $10,000.')
      .meta({ description: 'Dollars per session, before any member discount.' }),
    max_spots: wholeNumber(1, 1_000),
    start_date: day,
    end_date: day,
    cages_reserved: wholeNumber(0, 50)
      .default(1)
      .meta({ description: 'How many cages each session takes (decision 11).' }),
  })
  .superRefine(({ min_age, max_age }, context) => {
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['max_age'], message })
    if ((min_age === undefined) !== (max_age === undefined)) say('Send both ages, or neither.')
    else if (min_age && max_age && max_age < min_age) say('The highest age can’t be below the lowest.')
  })
export type ClassData = z.output<typeof classData>

const schedules = z
  .array(classSchedule)
  .max(mostScheduleLines, `A week has at most ${mostScheduleLines} sessions.`)
  .meta({ description: 'The week; facility time, the same on both sides of a clock change (decision 6).' })

/** One session of the schedule, by date and start. */
const sessionDate = z.object({ class_date: day, start_time: wallTime })
export type SessionDate = z.infer<typeof sessionDate>

const dates = (description: string) => z.array(sessionDate).max(500).default([]).meta({ description })

const choices = {
  leave_out: dates('Sessions of the schedule that are not held; remembered until they are put back.'),
  put_back: dates('Sessions that were left out and are held after all.'),
  registered_sessions: z.enum(['keep', 'move']).default('keep').meta({
    description:
      'Sessions with registrations that the schedule no longer has: they stay as they are (decision 14), or move to the new time of their day where there is one.',
  }),
}
const fingerprint = z.string().max(100).optional().meta({
  description:
    'Of the preview that was confirmed: where the sessions come out otherwise by now, nothing is saved.',
})

const slot = sessionDate.extend({ end_time: wallTime })
export type ClassSlot = z.infer<typeof slot>

/** What is in the way of one session; names are only for staff. */
const takenBy = whatIsThere
  .pick({ place: true, kind: true, name: true })
  .extend({ start_time: wallTime, end_time: wallTime })

export const sessionConflict = slot.extend({
  cages_needed: z.number().int(),
  cages_free: z.number().int(),
  coach_taken: z.boolean(),
  taken_by: z.array(takenBy),
})
export type SessionConflict = z.infer<typeof sessionConflict>

/** Other starts of one line of the schedule at which every one of its sessions fits. */
const freeStarts = z.object({
  day_of_week: z.number().int(),
  start_time: wallTime,
  free: z.array(wallTime).meta({ description: 'The nearest first; empty where none is free on all dates.' }),
})

const peopleCount = z.number().int().meta({ description: 'Who has or is just paying for a spot.' })

/** What a save makes of the sessions to come. Those that have begun are never touched. */
export const classPlan = z.object({
  added: z.array(slot.extend({ cages: z.array(z.string()) })),
  changed: z
    .array(
      slot.extend({
        class_instance_id: id,
        people: peopleCount,
        from: slot.extend({ coach_name: z.string().nullable() }),
        coach_name: z.string().nullable(),
      }),
    )
    .meta({ description: 'Another time or coach.' }),
  kept: z.array(slot.extend({ class_instance_id: id, people: peopleCount })),
  outside: z.array(slot.extend({ class_instance_id: id, people: peopleCount })).meta({
    description: 'Kept for their registrations, though the schedule no longer has them (decision 14).',
  }),
  removed: z.array(slot.extend({ class_instance_id: id })),
  canceled: z.array(slot).meta({ description: 'Canceled by staff; they stay canceled.' }),
  closed: z.array(slot).meta({ description: 'Not held: we’re closed on that day.' }),
  left_out: z.array(slot).meta({ description: 'Not held: left out, or deleted by staff.' }),
  skipped: z.array(slot).meta({ description: 'The clocks skip that time; refused when saved (decision 6).' }),
  conflicts: z.array(sessionConflict).meta({ description: 'Refused when saved (decision 11).' }),
  free_starts: z.array(freeStarts),
  movable: z.number().int().meta({
    description: 'How many sessions with registrations could move to a new time of their day.',
  }),
  people_told: z.number().int().meta({ description: 'In sessions whose time or coach changes.' }),
  fingerprint: z.string(),
})
export type ClassPlan = z.infer<typeof classPlan>

/** A class for the editor. */
export const staffClass = z.object({
  id,
  ...classData.shape,
  description: z.string().nullable(),
  age_group: z.string().nullable(),
  min_age: trainingClass.shape.min_age,
  max_age: trainingClass.shape.max_age,
  what_to_bring: trainingClass.shape.what_to_bring,
  price: dollars,
  coach_profile: classCoach.nullable(),
  class_schedules: z.array(classSchedule).meta({ description: 'From Monday on, by time.' }),
  left_out: z.array(sessionDate).meta({ description: 'To come, by date.' }),
  revision: z.number().int().meta({ description: 'Counts its saves; send it as `expected_revision`.' }),
})
export type StaffClass = z.infer<typeof staffClass>

/** A class as the list has it. */
export const classRow = staffClass
  .pick({ id: true, name: true, age_group: true, price: true, max_spots: true, start_date: true })
  .extend({
    end_date: day,
    coach_name: z.string().nullable(),
    class_schedules: z.array(classSchedule),
    has_ended: z.boolean(),
    sessions_left: z.number().int().meta({ description: 'To come and not canceled.' }),
    next_session: slot.nullable(),
    people: z.number().int().meta({ description: 'Spots taken in the sessions to come.' }),
  })
export type ClassRow = z.infer<typeof classRow>

export const listClassesAdmin = route({
  operationId: 'list-classes-admin',
  call: 'GET /api/admin/classes',
  access: 'desk',
  summary: 'All classes by name, ended ones too; every word of the search is in the name, coach or age group',
  query: pageQuery.extend({
    show: z.enum(['current', 'ended', 'all']).default('all').meta({
      description: "'current': those that have not ended, upcoming ones included.",
    }),
  }),
  answer: pageOf(classRow),
  errors: ['cursor_invalid'],
})

export const getClassAdmin = route({
  operationId: 'get-class-admin',
  call: 'GET /api/admin/classes/:id',
  access: 'desk',
  summary: 'A class with its schedule and the sessions that are left out',
  params: z.object({ id }),
  answer: staffClass,
  errors: ['class_not_found'],
})

const planErrors = [
  'class_schedule_invalid',
  'class_dates_backwards',
  'class_too_long',
  'coach_not_found',
  'class_coach_inactive',
  'class_spots_taken',
] as const
const saveErrors = [
  ...planErrors,
  'class_times_taken',
  'class_time_skipped',
  'class_preview_changed',
  'class_session_in_checkout',
] as const

export const previewClass = route({
  operationId: 'preview-class',
  call: 'POST /api/admin/classes/preview',
  access: 'admin',
  summary: 'What saving a class would do to its sessions; changes nothing',
  body: z.object({
    classId: id.nullable().default(null).meta({ description: 'Null: a new class.' }),
    classData,
    schedules,
    ...choices,
  }),
  answer: classPlan,
  errors: ['class_not_found', ...planErrors],
})

const savedClass = z.object({
  class: staffClass,
  count: z.number().int().meta({ description: 'The sessions to come that the schedule has now.' }),
  sessions: classPlan,
})

export const createClass = route({
  operationId: 'create-class',
  call: 'POST /api/admin/classes',
  access: 'admin',
  summary: 'Create a class with all sessions of its schedule, or nothing',
  body: z.object({ classData, schedules, leave_out: choices.leave_out, fingerprint }),
  status: 201,
  answer: savedClass,
  errors: saveErrors,
})

export const updateClass = route({
  operationId: 'update-class',
  call: 'PUT /api/admin/classes/:id',
  access: 'admin',
  summary:
    'Save a class and make its sessions to come again by the schedule (decision 14), or change nothing',
  params: z.object({ id }),
  body: z.object({
    classData,
    schedules,
    ...choices,
    fingerprint,
    ...tellChoices,
    expected_revision: revision.meta({ description: 'The `revision` that was edited.' }),
  }),
  answer: savedClass,
  errors: ['class_not_found', 'changed_meanwhile', ...saveErrors],
})

export const generateClassInstances = route({
  operationId: 'generate-class-instances',
  call: 'POST /api/admin/classes/:classId/instances',
  access: 'admin',
  summary:
    'Make the sessions to come again by the schedule as it is saved, e.g. after a special day was added; a second time changes nothing',
  params: z.object({ classId: id }),
  body: z.object({ fingerprint }),
  answer: savedClass.extend({
    count: z.number().int().meta({ description: 'How many sessions were created.' }),
  }),
  errors: ['class_not_found', ...saveErrors],
})

export const deleteClass = route({
  operationId: 'delete-class',
  call: 'DELETE /api/admin/classes/:id',
  access: 'admin',
  summary: 'Delete a class for which nobody ever registered, with its sessions',
  params: z.object({ id }),
  answer: z.object({ message: z.string() }),
  errors: ['class_not_found', 'class_in_use'],
})

/** Listed in api.ts. */
export const staffClassContract = [
  listClassesAdmin,
  getClassAdmin,
  previewClass,
  createClass,
  updateClass,
  generateClassInstances,
  deleteClass,
] as const
