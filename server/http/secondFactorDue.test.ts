import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../shared/contract/api.ts'
import { accessRoles, route as defineRoute, type Route } from '../../shared/contract/route.ts'
import { seedDemo } from '../seed/demo.ts'
import { addPerson, type Person } from '../test/factories.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'
import { type HttpEnv, serve } from './serve.ts'

const routes: readonly Route[] = contract
const isForAll = ({ access }: Route) => access === 'public' || access === 'signed-in'
const ofEverybody = routes.filter(isForAll)
const ofRoles = routes.filter((route) => !isForAll(route))
const STAFF = ['coach', 'desk', 'admin'] as const

/** Two-step sign-in is a duty of all staff here, and nobody has set it up. */
let app: TestApp
let staff: Record<(typeof STAFF)[number], Person>
let customer: Person
/** The id of a row in every table that has any. */
const known = randomUUID()

beforeAll(async () => {
  app = await startTestApp({ settings: { SECOND_FACTOR: 'coach, desk, admin' } })
  await seedDemo(app.db, new Date(), async (password) => `hash of ${password}`)
  await giveKnownId()
  const [coach, desk, admin] = await Promise.all(STAFF.map((role) => addPerson(app, { role })))
  if (!coach || !desk || !admin) throw new Error('no staff')
  staff = { coach, desk, admin }
  customer = await addPerson(app)
})
afterAll(() => app.close())

/** Gives one row of each table this id; what refers to it is left behind, which matters to no answer that is refused. */
async function giveKnownId(): Promise<void> {
  const given = await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' and table_name !~ '^(audit_|auth_)'
        and table_name in (select relname from pg_class where relkind = 'r')`.execute(tx)
    let rows = 0n
    for (const { name } of tables) {
      const { numAffectedRows } = await sql`
        update ${sql.id(name)} set id = ${known} where id = (select id from ${sql.id(name)} limit 1)`.execute(
        tx,
      )
      rows += numAffectedRows ?? 0n
    }
    return rows
  })
  expect(Number(given)).toBeGreaterThan(15)
}

/** Status and body of an answer to a request with this id wherever its address has one. */
async function answerTo({ cookie }: { cookie: string }, route: Route, id: string): Promise<string> {
  const path = route.path.replaceAll(/:\w+/g, id)
  const body = route.body ? { json: {} } : {}
  const response = await app.request(path, { method: route.method.toUpperCase(), cookie, ...body })
  const { request_id: _, ...problem } = (await response.json()) as { request_id: string }
  return `${response.status} ${JSON.stringify(problem)}`
}

describe('an operation of a role', () => {
  test.each(ofRoles.map((route) => [route.operationId, route] as const))(
    '%s is refused while the second factor is due, and says of no id whether it exists',
    async (_name, route) => {
      const roles: readonly string[] = accessRoles[route.access as keyof typeof accessRoles]
      const callers = [{ cookie: '' }, customer, ...STAFF.map((role) => staff[role])]
      const answers = await Promise.all(callers.map((caller) => answerTo(caller, route, known)))
      expect(answers).toEqual(
        await Promise.all(callers.map((caller) => answerTo(caller, route, randomUUID()))),
      )
      expect(answers.slice(0, 2).map((answer) => answer.slice(0, 3))).toEqual(['401', '403'])
      const refusal = STAFF.map((role) => roles.includes(role))
      expect(answers.slice(2).map((answer) => answer.includes('"second_factor_due"'))).toEqual(refusal)
      expect(answers.slice(2).every((answer) => answer.startsWith('403'))).toBe(true)
    },
  )
})

/** Every operation of everybody with a handler that answers with the role that it sees, asked without input. */
describe('an operation of everybody', () => {
  test.each(ofEverybody.map(({ operationId, method, access }) => [operationId, method, access] as const))(
    '%s sees a customer in staff whose second factor is due',
    async (operationId, method, access) => {
      const route = defineRoute({
        operationId,
        call: `${method.toUpperCase() as Uppercase<typeof method>} /api/seen`,
        access,
        summary: '',
        answer: contract[0].answer,
      })
      const seen = new Hono<HttpEnv>()
      seen.use(async (c, next) => {
        c.set('requestId', 'seen')
        c.set('address', '')
        await next()
      })
      const handle = serve(
        {
          route,
          handle: async (call) =>
            Response.json([call.user, await call.caller()].map((user) => user?.profile.role)),
        },
        app.context,
      )
      seen.on(method.toUpperCase(), '/api/seen', handle)
      const env = { incoming: { complete: true, errored: null } }
      for (const role of STAFF) {
        const { cookie } = staff[role]
        const answer = await seen.request(
          '/api/seen',
          { method: method.toUpperCase(), headers: { cookie } },
          env,
        )
        expect(await answer.json()).toEqual([access === 'public' ? null : 'user', 'user'])
      }
    },
  )
})
