import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../shared/contract/api.ts'
import type { Access, Route } from '../../shared/contract/route.ts'
import { addPerson } from '../test/factories.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'

const callers = ['visitor', 'customer', 'coach', 'desk', 'admin'] as const
type Caller = (typeof callers)[number]

/** Who may call an operation of each access class (decision 5); everyone else is told why not. */
const allowed: Record<Access, readonly Caller[]> = {
  public: callers,
  'signed-in': ['customer', 'coach', 'desk', 'admin'],
  coach: ['coach'],
  desk: ['desk', 'admin'],
  staff: ['coach', 'desk', 'admin'],
  admin: ['admin'],
}

let app: TestApp
let cookies: Record<Caller, string>

beforeAll(async () => {
  app = await startTestApp()
  const [customer, coach, desk, admin] = await Promise.all(
    (['user', 'coach', 'desk', 'admin'] as const).map((role) => addPerson(app, { role })),
  )
  cookies = {
    visitor: '',
    customer: customer?.cookie ?? '',
    coach: coach?.cookie ?? '',
    desk: desk?.cookie ?? '',
    admin: admin?.cookie ?? '',
  }
})
afterAll(() => app.close())

/** Calls an operation without valid input: only whether access is granted matters. */
async function statusOf(route: Route, caller: Caller): Promise<number> {
  const abort = new AbortController()
  const path = route.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
  const init = { method: route.method.toUpperCase(), cookie: cookies[caller], signal: abort.signal }
  const body = route.body ? { json: {} } : {}
  const { status } = await app.request(path, { ...init, ...body })
  abort.abort()
  return status
}

describe.each(contract.map((route) => [route.operationId, route] as const))('%s', (_name, route: Route) => {
  test.each(callers)('as %s', async (caller) => {
    const status = await statusOf(route, caller)
    if (allowed[route.access].includes(caller)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(caller === 'visitor' ? 401 : 403)
    expect(status).toBeLessThan(500)
  })
})
