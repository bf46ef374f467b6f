import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../../../shared/contract/api.ts'
import { accessRoles, type Route } from '../../../shared/contract/route.ts'
import { refusalOf } from '../../test/answers.ts'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
/** One person of each role. */
let cookies: Record<string, string>

beforeAll(async () => {
  app = await startTestApp()
  const roles = ['user', 'coach', 'desk', 'admin'] as const
  const people = await Promise.all(roles.map((role) => addPerson(app, { role })))
  cookies = Object.fromEntries(people.map(({ cookie }, index) => [roles[index], cookie]))
})
afterAll(() => app.close())

const routes: readonly Route[] = contract
const inputs = routes.flatMap(({ operationId, body, query }) =>
  [body, query].flatMap((schema) => (schema ? [[operationId, schema] as const] : [])),
)
const cookieFor = ({ access }: Route): string =>
  access === 'public' ? '' : (cookies[accessRoles[access].at(-1) ?? ''] ?? '')

// PostgreSQL's text cannot hold a NUL: a query with one fails, which was a 500.
describe('a NUL in an address is invalid input', () => {
  const withQuery = routes.filter(({ query, form }) => query && !form)
  const ID = '00000000-0000-4000-8000-000000000000'

  test.each(withQuery.map((route) => [route.operationId, route] as const))(
    'in each field of the query of %s',
    async (_name, route) => {
      const path = route.path.replaceAll(/:\w+/g, ID)
      for (const field of Object.keys(route.query?.shape ?? {})) {
        const init = { method: route.method.toUpperCase(), cookie: cookieFor(route) }
        const response = await app.request(`${path}?${field}=a%00b`, init)
        expect(await refusalOf(response), field).toEqual([400, 'invalid_input'])
      }
    },
  )

  test('in a part of the path', async () => {
    const response = await app.request('/api/calendar/a%00b.ics')
    expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
  })
})

describe('an integer that PostgreSQL cannot hold is refused by the contract', () => {
  /** The names of integers in a schema whose maximum is beyond PostgreSQL's `integer`. */
  const tooWide = (schema: z.core.JSONSchema._JSONSchema, name = ''): string[] => {
    if (typeof schema !== 'object') return []
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], type, maximum } = schema
    const within = [...anyOf, ...oneOf, ...allOf, ...(items ? [items].flat() : [])]
    const isWide = type === 'integer' && (maximum ?? Number.POSITIVE_INFINITY) > 2_147_483_647
    return [
      ...(isWide ? [name] : []),
      ...within.flatMap((part) => tooWide(part, name)),
      ...Object.entries(properties).flatMap(([field, part]) => tooWide(part, field)),
    ]
  }

  test.each(inputs)('in %s', (_name, schema) => {
    expect(tooWide(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))).toEqual([])
  })
})

// A rule about two days counted with one that was none: a 500, and a page that fell while a day was being typed.
describe('days that are none are refused, whatever rule is about several fields', () => {
  /** An input with all fields, in which each day is `noDay`, and all else is of its type. */
  const withDays = (schema: z.core.JSONSchema._JSONSchema, noDay: string): unknown => {
    if (typeof schema !== 'object') return noDay
    const { properties, items, anyOf, oneOf, enum: values, type, format, minimum, examples } = schema
    const [either] = anyOf ?? oneOf ?? []
    if (either) return withDays(either, noDay)
    if (properties)
      return Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, withDays(part, noDay)]),
      )
    if (type === 'array') return [items].flat().flatMap((part) => (part ? [withDays(part, noDay)] : []))
    if (format === 'date') return noDay
    const example = schema.const ?? values?.[0] ?? schema.example ?? examples?.[0]
    if (example !== undefined) return example
    if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1)
    return type === 'boolean' ? true : format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'a'
  }

  test.each(inputs)('in %s', (_name, schema) => {
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    for (const noDay of ['', '12026-12-04', '2026-13-45', '0002-12-04', 'x'])
      expect(() => schema.safeParse(withDays(shape, noDay)), noDay).not.toThrow()
  })
})
