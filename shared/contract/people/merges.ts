import { z } from 'zod'
import { day, id, instant } from '../fields.ts'
import { route } from '../route.ts'

/** For so long an admin may take a merge back. */
export const MERGE_REVERSIBLE_HOURS = 24

const side = z.enum(['source', 'target'])

/** Two records: the source goes, the target is kept. */
export const mergePair = z.object({
  kind: z.enum(['account', 'participant']).meta({
    description: 'Two accounts, or two people who take part: children, or a guest and whoever it is.',
  }),
  source_id: id,
  target_id: id,
})
export type MergePair = z.infer<typeof mergePair>

export const mergeRecord = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.string().nullable().meta({ description: 'Null for someone without an account.' }),
  can_sign_in: z.boolean(),
  birth_date: day.nullable(),
  adults: z.array(z.string()).meta({ description: 'Who looks after a child.' }),
  created_at: instant,
})
export type MergeRecord = z.infer<typeof mergeRecord>

export const mergeObstacle = z.object({
  code: z.enum([
    'both_staff',
    'source_is_staff',
    'source_signs_in',
    'both_members',
    'payment_under_way',
    'same_session',
    'both_have_care',
    'account_as_child',
    'target_is_guest',
  ]),
  text: z.string().meta({ description: 'What stands in the way, and what to do.' }),
  items: z.array(z.string()).meta({ description: "e.g. the sessions: 'Hitting 101, Tue, Nov 24, 4:00 PM'." }),
})
export type MergeObstacle = z.infer<typeof mergeObstacle>

export const mergePreview = z.object({
  source: mergeRecord,
  target: mergeRecord,
  moves: z.array(z.object({ what: z.string(), count: z.number().int() })),
  obstacles: z.array(mergeObstacle),
})
export type MergePreview = z.infer<typeof mergePreview>

export const previewMerge = route({
  operationId: 'preview-merge',
  call: 'GET /api/admin/merges/preview',
  access: 'admin',
  summary: 'Both records side by side, what would move, and what stands in the way; changes nothing',
  query: mergePair,
  answer: mergePreview,
  errors: ['user_not_found', 'participant_not_found', 'merge_with_self'],
})

export const mergePeople = route({
  operationId: 'merge-people',
  call: 'POST /api/admin/merges',
  access: 'admin',
  grave: true,
  summary: `Moves all that is the source's to the target; reversible for ${MERGE_REVERSIBLE_HOURS} hours`,
  body: mergePair.extend({
    name: side.default('target').meta({ description: 'Whose name is kept.' }),
    phone: side.default('target').meta({ description: 'Whose phone number is kept.' }),
  }),
  status: 201,
  answer: z.object({ merge_id: id, moved: z.number().int(), reversible_until: instant }),
  errors: ['user_not_found', 'participant_not_found', 'merge_with_self', 'merge_obstructed', 'person_merged'],
})

export const reverseMerge = route({
  operationId: 'reverse-merge',
  call: 'POST /api/admin/merges/:merge_id/reverse',
  access: 'admin',
  grave: true,
  summary: 'Gives back exactly what was moved; what came since stays with the kept record',
  params: z.object({ merge_id: id }),
  answer: z.object({ restored: z.number().int(), source_id: id }),
  errors: ['merge_not_found', 'merge_over', 'merge_not_last', 'merge_address_taken'],
})

export const possibleDuplicate = z.object({
  kind: z.enum(['account', 'participant']),
  id,
  name: z.string(),
  contact: z.string().nullable(),
  why: z.string().meta({ description: "e.g. 'Same phone number'" }),
  like: z.object({ id, name: z.string() }).meta({ description: 'Whom of the household it looks like.' }),
})
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>

export const listPossibleDuplicates = route({
  operationId: 'list-possible-duplicates',
  call: 'GET /api/admin/people/:user_id/duplicates',
  access: 'admin',
  summary: 'Other records that look like this person or one of their people; at most 20',
  params: z.object({ user_id: id }),
  answer: z.array(possibleDuplicate),
  errors: ['user_not_found'],
})
