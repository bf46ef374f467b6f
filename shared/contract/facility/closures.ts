/** Cages out of service for a while, and what becomes of the bookings that are in the way (decision record 041). */

import { z } from 'zod'
import { day, dollars, id, instant, revision } from '../fields.ts'
import { route } from '../route.ts'
import { oneLine } from '../text.ts'

/** What takes a cage and is in the way of a closure; a hold is a customer who is paying for that time right now. */
export const hitKind = z.enum(['booking', 'guest_booking', 'lesson', 'class', 'camp', 'hold'])
export type HitKind = z.infer<typeof hitKind>

export const closureHit = z.object({
  kind: hitKind,
  id: id.meta({ description: 'The booking, lesson, class session, camp or checkout.' }),
  title: z.string().meta({ description: 'What it is, e.g. the name of the class; the cages for a booking.' }),
  cages: z.array(z.string()),
  person: z.string().nullable().meta({ description: 'Who booked it; null for classes, camps and holds.' }),
  people: z.number().int().meta({ description: 'How many places or bookings it is.' }),
  start_time: instant,
  end_time: instant,
  paid: dollars.meta({ description: 'What was paid for it and would go back.' }),
  begun: z.boolean().meta({ description: 'It has begun, so it stays whatever is chosen.' }),
})
export type ClosureHit = z.infer<typeof closureHit>

export const hitList = z.object({
  hits: z.array(closureHit),
  people: z.number().int().meta({ description: 'Places and bookings in all of them.' }),
  refund: dollars,
  fingerprint: z.string().meta({ description: 'Names exactly these; a change is confirmed with it.' }),
})
export type HitList = z.infer<typeof hitList>

export const closure = z.object({
  id,
  reason: z.string(),
  start_time: instant,
  end_time: instant,
  cages: z.array(z.object({ id, name: z.string() })),
  all_cages: z.boolean().meta({ description: 'Whether it has every cage in service.' }),
  booked: z.number().int().meta({ description: 'How many things are still booked in it.' }),
  revision: z.number().int(),
  run_id: id.nullable().meta({ description: 'The newest run that cancels what is in it.' }),
})
export type Closure = z.infer<typeof closure>

const reason = oneLine(200)
const range = {
  start_time: instant,
  end_time: instant,
  cage_ids: z.array(id).min(1).max(100),
}
/** `keep`: what is booked stays, and the closure takes its time when it goes. `cancel`: all of it is canceled. */
const confirmation = {
  on_hits: z.enum(['keep', 'cancel']).default('keep'),
  fingerprint: z.string().max(100).optional(),
}
/** Whether a closure cancels bookings and gives money back. */
const cancels = ({ body }: { readonly body: unknown }): boolean =>
  (body as { on_hits?: unknown }).on_hits === 'cancel'
const mostEntries = 500

export const listClosures = route({
  operationId: 'list-closures',
  call: 'GET /api/closures',
  access: 'desk',
  summary:
    'The closures of cages that touch a range of days, soonest first; without one, those that are not over',
  query: z.object({ from: day.optional(), to: day.optional() }),
  answer: z.object({ closures: z.array(closure).max(mostEntries) }),
})

const rangeErrors = [
  'cage_not_found',
  'closure_backwards',
  'closure_too_long',
  'closure_past',
  'closure_needs_admin',
] as const

export const previewClosure = route({
  operationId: 'preview-closure',
  call: 'POST /api/closures/preview',
  access: 'desk',
  summary: 'What is booked where cages are to be closed, before anything changes',
  body: z.object(range),
  answer: hitList,
  errors: [...rangeErrors],
})

const saved = z.object({ closure, run_id: id.nullable() })

export const createClosure = route({
  operationId: 'create-closure',
  call: 'POST /api/closures',
  access: 'desk',
  grave: cancels,
  summary: 'Closes cages for a while. The front desk does so within one day, where nothing is booked',
  body: z.object({ ...range, reason, ...confirmation }),
  status: 201,
  answer: saved,
  errors: [...rangeErrors, 'closure_hits_changed'],
})

export const updateClosure = route({
  operationId: 'update-closure',
  call: 'PATCH /api/closures/:closure_id',
  access: 'desk',
  grave: cancels,
  summary: 'Changes the time, the cages or the reason of a closure',
  params: z.object({ closure_id: id }),
  body: z.object({ ...range, reason, ...confirmation, expected_revision: revision }),
  answer: saved,
  errors: [...rangeErrors, 'closure_not_found', 'closure_hits_changed', 'changed_meanwhile'],
})

export const deleteClosure = route({
  operationId: 'delete-closure',
  call: 'DELETE /api/closures/:closure_id',
  access: 'desk',
  summary: 'Opens the cages of a closure again; what it canceled stays canceled',
  params: z.object({ closure_id: id }),
  answer: z.object({ message: z.string() }),
  errors: ['closure_not_found', 'closure_run_active', 'closure_needs_admin'],
})

export const runItem = z.object({
  id,
  kind: hitKind,
  source_id: id,
  title: z.string(),
  person: z.string().nullable(),
  no_email: z.boolean().meta({ description: 'Nobody who is told has an address: someone has to call.' }),
  phone: z.string().nullable().meta({ description: 'Of a person without an address.' }),
  start_time: instant,
  end_time: instant,
  status: z.enum(['pending', 'done', 'gone', 'failed', 'skipped']).meta({
    description: 'gone: it was canceled or deleted already, or the checkout was over.',
  }),
  message: z.string().nullable().meta({ description: 'Why it failed.' }),
  refunded: dollars,
  refunded_at_desk: dollars.meta({ description: 'Of that, what is to be given back at the desk.' }),
})
export type RunItem = z.infer<typeof runItem>

export const closureRun = z.object({
  id,
  closure_id: id.nullable(),
  cause: z.enum(['closure', 'hours', 'doors']),
  reason: z.string(),
  created_at: instant,
  created_by: z.string().nullable(),
  total: z.number().int(),
  pending: z.number().int(),
  done: z.number().int(),
  gone: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  refunded: dollars,
  refunded_at_desk: dollars,
})
export type ClosureRun = z.infer<typeof closureRun>

export const listClosureRuns = route({
  operationId: 'list-closure-runs',
  call: 'GET /api/closure-runs',
  access: 'admin',
  summary: 'The twenty newest runs that cancel what closures and shorter hours hit',
  answer: z.object({ runs: z.array(closureRun) }),
})

export const startClosureRun = route({
  operationId: 'start-closure-run',
  call: 'POST /api/closures/:closure_id/runs',
  access: 'admin',
  grave: true,
  summary: 'Cancels what is still booked in a closure, tells the customers and gives back what they paid',
  params: z.object({ closure_id: id }),
  body: z.object({ fingerprint: z.string().max(100) }),
  status: 201,
  answer: z.object({ run_id: id }),
  errors: ['closure_not_found', 'closure_hits_changed', 'closure_run_active', 'closure_nothing_booked'],
})

const oneRun = { params: z.object({ run_id: id }) }

export const getClosureRun = route({
  operationId: 'get-closure-run',
  call: 'GET /api/closure-runs/:run_id',
  access: 'admin',
  summary: 'How far a run is, with each thing that it cancels',
  ...oneRun,
  answer: z.object({ run: closureRun, items: z.array(runItem) }),
  errors: ['closure_run_not_found'],
})

/** Without ids all that failed are meant. */
const someItems = z.object({ item_ids: z.array(id).max(1_000).optional() })

export const retryClosureRun = route({
  operationId: 'retry-closure-run',
  call: 'POST /api/closure-runs/:run_id/retry',
  access: 'admin',
  grave: true,
  summary: 'Tries what failed again',
  ...oneRun,
  body: someItems,
  answer: z.object({ count: z.number().int() }),
  errors: ['closure_run_not_found'],
})

export const skipClosureRunItems = route({
  operationId: 'skip-closure-run-items',
  call: 'POST /api/closure-runs/:run_id/skip',
  access: 'admin',
  summary: 'Leaves what failed, or is still to come, as it is booked',
  ...oneRun,
  body: someItems,
  answer: z.object({ count: z.number().int() }),
  errors: ['closure_run_not_found'],
})
