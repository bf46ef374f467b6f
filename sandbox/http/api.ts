import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { system, type Tx, transaction } from '../../server/db/database.ts'
import type { ApiRequest, Scope, Settings } from '../settings.ts'
import { randomText } from '../store/ids.ts'
import { createStore } from '../store/store.ts'
import { type Call, Failure, type StripeEndpoint } from './endpoint.ts'
import { expand } from './expand.ts'
import { parseForm } from './form.ts'
import { type Answer, claimKey, fingerprintOf, keepAnswer } from './idempotency.ts'
import { keyKind } from './keys.ts'
import { parseParameters } from './parameters.ts'
import { invalid, StripeProblem, unauthorized } from './problem.ts'

const MOST_BYTES = 256 * 1024

/** The calls under `/v1`. `committed` is called after the commit of each change. */
export function createApi(settings: Settings, endpoints: StripeEndpoint[], committed: () => void): Hono {
  const api = new Hono()
  api.use('/v1/*', bodyLimit({ maxSize: MOST_BYTES, onError: () => problem(tooLarge, newRequestId()) }))
  for (const { path } of endpoints.filter(({ access }) => access === 'browser')) {
    api.use(path, cors({ origin: '*', exposeHeaders: ['Request-Id'] }))
  }
  for (const each of endpoints) {
    api.on(each.method, each.path, (c) => handle(settings, each, c, committed))
  }
  api.all('/v1/*', (c) => problem(unknownCall(c), newRequestId()))
  return api
}

const newRequestId = () => `req_${randomText(14)}`
const tooLarge = new StripeProblem(413, {
  type: 'invalid_request_error',
  message: 'The request is too large.',
})
const unknownCall = (c: HonoContext) =>
  new StripeProblem(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${c.req.method}: ${new URL(c.req.url).pathname}).`,
  })

async function handle(
  settings: Settings,
  endpoint: StripeEndpoint,
  c: HonoContext,
  committed: () => void,
): Promise<Response> {
  const changes = endpoint.method !== 'GET'
  const idempotencyKey = changes ? (c.req.header('idempotency-key') ?? null) : null
  const request: ApiRequest = { id: newRequestId(), idempotencyKey }
  try {
    const { key, ...values } = parseForm(
      endpoint.method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1),
    )
    const by = keyKind(settings, c.req.header('authorization'), key)
    if (by === 'publishable' && endpoint.access === 'secret') {
      throw unauthorized('This call needs a secret key.', 'secret_key_required')
    }
    const params = parseParameters(endpoint.parameters, values)
    const fingerprint = fingerprintOf(by, endpoint.method, c.req.path, JSON.stringify(values))
    const { answer, replayed } = await answerOnce(settings, request, fingerprint, (scope) =>
      run(endpoint, { scope, params, id: c.req.param('id') ?? '', by }),
    )
    if (changes) committed()
    return reply(answer, request.id, replayed)
  } catch (error) {
    if (error instanceof StripeProblem) return problem(error, request.id)
    settings.log.error({ err: error, request_id: request.id }, 'the payment sandbox failed')
    return problem(new StripeProblem(500, { type: 'api_error', message: 'The sandbox failed.' }), request.id)
  }
}

function answerOnce(
  settings: Settings,
  request: ApiRequest,
  fingerprint: string,
  work: (scope: Scope) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { idempotencyKey } = request
  if (idempotencyKey !== null && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw invalid('An idempotency key has 1 to 255 visible characters.')
  }
  const at = settings.clock.now()
  return transaction(settings.db, system, async (tx) => {
    const before = idempotencyKey === null ? null : await claimKey(tx, idempotencyKey, fingerprint, at)
    if (before) return { answer: before, replayed: true }
    const answer = await work(scopeOf(settings, tx, at, request))
    if (idempotencyKey !== null) await keepAnswer(tx, idempotencyKey, answer)
    return { answer, replayed: false }
  })
}

export const scopeOf = (settings: Settings, tx: Tx, at: Date, request: ApiRequest | null): Scope => ({
  store: createStore(tx),
  now: Math.floor(at.getTime() / 1000),
  settings,
  request,
})

async function run(endpoint: StripeEndpoint, call: Call<unknown>): Promise<Answer> {
  const result = await endpoint.run(call)
  if (result instanceof Failure) return { status: result.status, body: { error: result.error } }
  const { expand: paths = [] } = call.params as { expand?: string[] }
  return { status: 200, body: await expand(call.scope, result, paths) }
}

const reply = ({ status, body }: Answer, requestId: string, replayed: boolean): Response =>
  Response.json(body, {
    status,
    headers: {
      'request-id': requestId,
      'cache-control': 'no-store',
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
  })

const problem = (error: StripeProblem, requestId: string): Response =>
  reply({ status: error.status, body: { error: error.body } }, requestId, false)
