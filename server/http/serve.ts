import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Role } from '../../shared/contract/fields.ts'
import {
  accessRoles,
  idempotencyKey as idempotencyKeySchema,
  type Route,
} from '../../shared/contract/route.ts'
import { areDoorsOpen } from '../../shared/domain/facility/doors.ts'
import type { Context } from '../context.ts'
import { isDatabaseAway } from '../db/database.ts'
import { Refusal, refuse } from '../refusal.ts'
import { jsonResponse, parseJson } from './answers/json.ts'
import { PRIVATE, problemResponse } from './answers/problem.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { answeredBefore } from './idempotency.ts'
import { clientInfoOf } from './limits/addressClass.ts'
import { refuseTooManyWrites } from './limits/customerWrites.ts'
import type { SignedIn } from './session.ts'
import { noteRefusedReading } from './watching/refusedReadings.ts'

/** What the outer layers set on a request. */
export type HttpEnv = {
  Bindings: HttpBindings
  /** `address` is empty where it is unknown: behind a proxy that is not trusted. */
  Variables: { requestId: string; address: string; operation?: string }
}

/** Turns an endpoint into a Hono handler: authenticate, check access, validate the input, call the handler. */
export function serve(endpoint: Endpoint, context: Context) {
  const { route } = endpoint
  return async (c: HonoContext<HttpEnv>): Promise<Response> => {
    const requestId = c.get('requestId')
    c.set('operation', route.operationId)
    try {
      const call = await receive(route, context, c)
      const outcome =
        call instanceof Refusal
          ? call
          : ((await refuseTooManyWrites(call)) ??
            (await refuseClosedDoors(call)) ??
            (await endpoint.handle(call)))
      if (outcome instanceof Refusal && !(call instanceof Refusal)) noteRefusal(context, c, call, outcome)
      if (outcome instanceof Refusal) return problemResponse(outcome, requestId)
      if (outcome instanceof Response) return outcome
      if (route.status === 204) return new Response(null, { status: 204, headers: PRIVATE })
      return jsonResponse(outcome.body, route.status, PRIVATE)
    } catch (error) {
      return unexpected(error, context, c)
    }
  }
}

/** Logs an unexpected failure with the request's id; the caller gets the id but not the cause. */
export function unexpected(error: unknown, { log }: Context, c: HonoContext<HttpEnv>): Response {
  const requestId = c.get('requestId')
  if (hasLeft(c)) return new Response(null, { status: CLIENT_CLOSED_REQUEST })
  if (isDatabaseAway(error)) {
    log.warn({ request_id: requestId, reason: String(error) }, 'the database cannot be used')
    return problemResponse('unavailable', requestId)
  }
  log.error({ request_id: requestId, err: error }, 'request failed')
  return problemResponse('internal', requestId)
}

/** nginx's status for a client that disconnected. The client never reads it; the log and the metrics show it. */
export const CLIENT_CLOSED_REQUEST = 499

/**
 * Whether the client disconnected during its request. Reading the rest then fails with the same error as a lost
 * database connection.
 */
export function hasLeft({ env: { incoming } }: HonoContext<HttpEnv>): boolean {
  const { errored, complete } = incoming
  return !complete && errored !== null && 'code' in errored && errored.code === 'ECONNRESET'
}

async function receive(route: Route, context: Context, c: HonoContext<HttpEnv>): Promise<Call | Refusal> {
  const signedIn = async () => asActing(await context.accounts.signedIn(c.req.raw.headers))
  const user = route.access === 'public' ? null : await signedIn()
  const denied = denial(route, user)
  const actor = { userId: user?.profile.id ?? null, clientInfo: clientInfo(c) }
  if (denied) {
    noteRefusal(context, c, { route, user, actor }, denied)
    return denied
  }
  const idempotencyKey = unquoted(c.req.header('idempotency-key') ?? null)
  if (idempotencyKey !== null && !idempotencyKeySchema.safeParse(idempotencyKey).success) {
    return refuse('invalid_input', [
      {
        path: ['Idempotency-Key'],
        message: 'Use 8 to 128 letters, digits, . _ : or -, in quotes or without.',
      },
    ])
  }
  const input = await parseInput(route, c)
  if (input instanceof Refusal) return input
  const now = context.clock.now()
  const unproved = user && refuseUnproved(route, input, user, now)
  if (unproved) return unproved
  const caller = () => (user ? Promise.resolve(user) : signedIn())
  return {
    route,
    context,
    db: context.db,
    now,
    ...input,
    user: (user ?? undefined) as Call['user'],
    caller,
    buysAsCustomer: route.sells === true && !isStaff(await caller()),
    actor,
    idempotencyKey,
    request: c.req.raw,
    address: c.get('address'),
    requestId: c.get('requestId'),
  }
}

function noteRefusal(
  context: Context,
  c: HonoContext<HttpEnv>,
  { route, user, actor }: Pick<Call, 'route' | 'actor'> & { readonly user: SignedIn | null | undefined },
  { code }: Refusal,
): void {
  if (user) noteRefusedReading(context, { route, user, actor, code, params: c.req.param() })
}

/** The draft (draft-ietf-httpapi-idempotency-key-header §2.1) puts the value in quotes; most clients do not. */
const unquoted = (key: string | null): string | null => key?.replace(/^"(.*)"$/, '$1') ?? null

/** Operations with a specific sentence for signed-out people. */
const loginSentences = ['booking_login_required', 'membership_login_required'] as const

/** Operations with a specific sentence for people whose role may not call them. */
const roleSentences = ['coach_role_refused'] as const

/**
 * Who a call sees: while the second factor of a role is due, its holder is a customer. So an operation of everybody that does
 * more for staff does not do it for them.
 */
const asActing = (user: SignedIn | null): SignedIn | null =>
  user?.secondFactor === 'due' ? { ...user, profile: { ...user.profile, role: 'user' } } : user

/**
 * Refuses what a customer would buy while the facility's doors are closed (decision 46, decision record 089). A repeat of what
 * was answered before they closed is let through. Whoever comes while they are closing is refused by `runCommand`.
 */
async function refuseClosedDoors(call: Call): Promise<Refusal | null> {
  if (!call.buysAsCustomer) return null
  if (areDoorsOpen(await call.context.facility.get())) return null
  const userId = (await call.caller())?.profile.id ?? null
  const replay = await answeredBefore({ ...call, actor: { ...call.actor, userId } })
  return replay === null ? refuse('not_open_yet') : null
}

const isStaff = (user: SignedIn | null): boolean => user !== null && user.profile.role !== 'user'

/** The only place that enforces the contract's access classes. */
function denial(route: Route, user: SignedIn | null): Refusal | null {
  if (route.access === 'public') return null
  if (!user) return refuse(loginSentences.find((code) => route.errors.includes(code)) ?? 'unauthenticated')
  const roles: readonly Role[] = accessRoles[route.access]
  if (!roles.includes(user.accountRole)) {
    return refuse(roleSentences.find((code) => route.errors.includes(code)) ?? 'forbidden')
  }
  // What belongs to a role waits for the second factor; what everybody may do, such as setting it up, does not.
  return roles.includes(user.profile.role) ? null : refuse('second_factor_due')
}

const PROOF_MILLISECONDS = 10 * 60_000

/** Grave operations need a proof that is not older than ten minutes. */
function refuseUnproved(
  { grave }: Route,
  input: Pick<Call, 'query' | 'body'>,
  { provedAt, secondFactor }: SignedIn,
  now: Date,
): Refusal | null {
  if (!grave || (typeof grave === 'function' && !grave(input))) return null
  if (now.getTime() - provedAt.getTime() <= PROOF_MILLISECONDS) return null
  return refuse('proof_required', { by: secondFactor === 'on' ? 'code' : 'password' })
}

async function parseInput(
  route: Route,
  c: HonoContext<HttpEnv>,
): Promise<Pick<Call, 'params' | 'query' | 'body'> | Refusal> {
  const body = await readBody(route, c)
  if (body instanceof Refusal) return body
  const given = { params: c.req.param(), query: c.req.query() }
  if (!isStorable(given)) return refuse('invalid_input', [{ path: [], message: 'The address has a NUL.' }])
  const params = route.params?.safeParse(given.params)
  const query = route.query?.safeParse(given.query)
  const parsedBody = route.upload
    ? { data: body, error: undefined }
    : (route.body ?? route.form)?.safeParse(body)
  const issues = [params, query, parsedBody].flatMap((part) => part?.error?.issues ?? [])
  if (issues.length > 0) {
    return refuse(
      'invalid_input',
      issues.slice(0, 20).map(({ path, message }) => ({ path, message })),
    )
  }
  return {
    params: params?.data as Call['params'],
    query: query?.data as Call['query'],
    body: parsedBody?.data as Call['body'],
  }
}

/** Whether no text of an address has a NUL, which PostgreSQL's text cannot hold (in bodies: `parseJson`). */
const isStorable = ({ params, query }: Record<'params' | 'query', Record<string, string>>): boolean =>
  [...Object.values(params), ...Object.values(query)].every((text) => !text.includes('\0'))

async function readBody(route: Route, c: HonoContext<HttpEnv>): Promise<unknown> {
  if (route.form) return readForm(c)
  if (route.upload) return new Uint8Array(await c.req.arrayBuffer())
  return route.body ? readJson(c) : undefined
}

/** Either kind of form (RFC 8058 §3.2 names both). */
async function readForm(c: HonoContext<HttpEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
    return refuse('unsupported_media_type')
  try {
    return Object.fromEntries(await c.req.formData())
  } catch {
    return refuse('invalid_input', [{ path: [], message: 'The body is not a form.' }])
  }
}

async function readJson(c: HonoContext<HttpEnv>): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    return refuse('unsupported_media_type')
  const body = parseJson(await c.req.text())
  return body === undefined ? refuse('invalid_input', [{ path: [], message: 'The body is not JSON.' }]) : body
}

const clientInfo = (c: HonoContext<HttpEnv>): string =>
  clientInfoOf(c.get('address'), c.req.header('user-agent'))
