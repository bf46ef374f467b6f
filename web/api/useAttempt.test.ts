import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './apiError.ts'
import { transport } from './transport.ts'
import { type Attempt, type AttemptOutcome, type Once, useAttempt } from './useAttempt.ts'

const network = vi.spyOn(transport, 'send').mockImplementation(async () => Response.json({}))
beforeEach(() => void network.mockClear())
/** The idempotency key of the last request that was sent. */
const sentKey = () => new Headers(network.mock.lastCall?.[1]?.headers).get('Idempotency-Key') ?? ''
const change = (once: Once, wanted: Slots) => once('DELETE /api/coach/time-off/:id', { id: wanted.join() })

type Slots = readonly string[]
type Options = Parameters<typeof useAttempt<Slots, string>>[0]

const lost = () => new ApiError(0, { code: 'network', message: 'No answer.' })
const refused = () => new ApiError(409, { code: 'slots_taken', message: 'Taken.' })

/** The hook in a component that has been left again: what is in flight goes on without it. */
function attemptOf(options: Options, client = new QueryClient()): Attempt<Slots, string> {
  const made: Attempt<Slots, string>[] = []
  const form = createElement(Form, { options, onRender: (attempt) => made.push(attempt) })
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, form))
  const [attempt] = made
  if (!attempt) throw new Error('The form was not rendered')
  return attempt
}

function Form({ options, onRender }: { options: Options; onRender: (made: Attempt<Slots, string>) => void }) {
  onRender(useAttempt(options))
  return null
}

/** A server that answers in turn as told; `keys` are those of the calls. */
function server(...answers: (string | Error)[]) {
  const keys: string[] = []
  const send = vi.fn(async (slots: Slots, once: Once) => {
    await change(once, slots)
    keys.push(sentKey())
    const answer = answers.shift() ?? 'booked'
    if (answer instanceof Error) throw answer
    return answer
  })
  return { send, keys }
}

test('the same request keeps its key until it is answered, and a changed request gets another', async () => {
  const { send, keys } = server(lost(), lost(), lost(), 'booked', 'booked again')
  const { attempt } = attemptOf({ send })
  await attempt(['16:00'])
  await attempt(['16:00'])
  await attempt(['16:00', '16:30'])
  await attempt(['16:00', '16:30'])
  await attempt(['16:00', '16:30'])
  const [first, repeated, changed, answered, afterAnswer] = keys
  expect(repeated).toBe(first)
  expect(answered).toBe(changed)
  expect(new Set([first, changed, afterAnswer]).size).toBe(3)
})

test('a refusal is definite: the same request then gets another key', async () => {
  const { send, keys } = server(refused(), 'booked')
  const { attempt } = attemptOf({ send })
  await expect(attempt(['16:00'])).resolves.toMatchObject({ error: { code: 'slots_taken' }, unsure: false })
  await attempt(['16:00'])
  expect(new Set(keys).size).toBe(2)
})

test('a path parameter belongs to the content of a call', async () => {
  const keys: string[] = []
  const send = async (ids: Slots, once: Once) => {
    await change(once, ids)
    keys.push(sentKey())
    throw lost()
  }
  const { attempt } = attemptOf({ send })
  await attempt(['a'])
  await attempt(['b'])
  expect(new Set(keys).size).toBe(2)
})

test('a double press sends once, and the next press after the answer sends again', async () => {
  const { send } = server()
  const { attempt } = attemptOf({ send })
  const both = await Promise.all([attempt(['16:00']), attempt(['16:00'])])
  expect(both).toEqual([{ answer: 'booked' }, undefined])
  expect(send).toHaveBeenCalledOnce()
  await attempt(['16:30'])
  expect(send).toHaveBeenCalledTimes(2)
})

test.each([
  ['a lost answer', lost()],
  ['a time-out', new ApiError(408, { code: 'network', message: 'Too late.' })],
  ['a server that broke off', new ApiError(500, { code: 'internal', message: 'Our fault.' })],
  ['a server that is starting', new ApiError(503, { code: 'unavailable', message: 'In a moment.' })],
  ['a bug on the page', new TypeError('x is undefined')],
])('after %s nobody knows, and the retry has the outcome of the first call', async (_name, failure) => {
  const made = new Map<string, string>()
  let unheard: Error | null = failure
  const send = async (slots: Slots, once: Once) => {
    await change(once, slots)
    const key = sentKey()
    made.set(key, made.get(key) ?? `booking ${made.size + 1}`)
    if (unheard) throw unheard
    return made.get(key) ?? ''
  }
  const { attempt } = attemptOf({ send })
  await expect(attempt(['16:00'])).resolves.toEqual({ error: failure, unsure: true })
  unheard = null
  await expect(attempt(['16:00'])).resolves.toEqual({ answer: 'booking 1' })
  expect(made.size).toBe(1)
})

test.each([
  ['an answer', 'booked'],
  ['no answer', lost()],
  ['a refusal', refused()],
])('what the change concerns is loaded again after %s', async (_name, answer) => {
  const client = new QueryClient()
  client.setQueryData(['schedule'], [])
  const { send } = server(answer)
  const { attempt } = attemptOf(
    { send, refresh: (cache) => cache.invalidateQueries({ queryKey: ['schedule'] }) },
    client,
  )
  await attempt(['16:00'])
  expect(client.getQueryState(['schedule'])?.isInvalidated).toBe(true)
  client.clear()
})

test.each([
  [false, true],
  [true, false],
])(
  'with pendingUntilRefreshed %j the outcome comes before the refresh is done: %j',
  async (pendingUntilRefreshed, early) => {
    const refreshing = Promise.withResolvers<void>()
    const { attempt } = attemptOf({
      send: server().send,
      refresh: () => refreshing.promise,
      pendingUntilRefreshed,
    })
    const told = vi.fn()
    const outcome = attempt(['16:00']).then(told)
    await new Promise((resolve) => setTimeout(resolve))
    expect(told.mock.calls.length === 1).toBe(early)
    refreshing.resolve()
    await outcome
    expect(told).toHaveBeenCalledWith({ answer: 'booked' })
  },
)

test('an attempt whose page is left in flight goes on, is told and refreshed', async () => {
  const answer = Promise.withResolvers<string>()
  const refresh = vi.fn(async () => undefined)
  const { attempt } = attemptOf({ send: () => answer.promise, refresh })
  const outcome: Promise<AttemptOutcome<string> | undefined> = attempt(['16:00'])
  await new Promise((resolve) => setTimeout(resolve))
  expect(refresh).not.toHaveBeenCalled()
  answer.resolve('booked')
  await expect(outcome).resolves.toEqual({ answer: 'booked' })
  expect(refresh).toHaveBeenCalledOnce()
})
