import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { describe, expect, it, test, vi } from 'vitest'
import type { Role } from '../../shared/contract/fields.ts'
import { accessRoles } from '../../shared/contract/route.ts'
import { sessionKey } from '../api/session.ts'
import { transport } from '../api/transport.ts'
import { type GuardedPath, guards, mayOpen, requireRole } from './guards.ts'

type Person = Role | 'visitor'
type Entry = Record<Person, 'enters' | string>

const everyone = { user: 'enters', coach: 'enters', desk: 'enters', admin: 'enters', visitor: '/auth' }
const coachOnly = { ...everyone, user: '/account', desk: '/account', admin: '/account' }
const adminOnly = { ...everyone, user: '/', coach: '/', desk: '/', visitor: '/' }

/** Where each person ends up: spec 1 §2.1, spec 3 §2, decisions 32 and 34. */
const table: Record<GuardedPath, Entry> = {
  '/account': everyone,
  '/membership': everyone,
  '/second-factor': everyone,
  '/coach-dashboard': coachOnly,
  '/coach-setup': coachOnly,
  '/coach-help': coachOnly,
  '/admin': { ...everyone, user: '/', coach: '/', visitor: '/' },
  '/admin/settings': adminOnly,
  '/admin/audit-log': adminOnly,
  '/admin/reports/sales': adminOnly,
}

function clientOf(person: Person, second_factor = 'off', options = {}): QueryClient {
  const queryClient = new QueryClient()
  const profile = person === 'visitor' ? null : { id: 'p', full_name: 'Pat', email: 'p@x.test', role: person }
  queryClient.setQueryData(
    sessionKey,
    { profile, expires_at: null, second_factor, subscribed: false },
    options,
  )
  return queryClient
}

async function enter(path: GuardedPath, person: Person) {
  try {
    await requireRole(path)({ context: { queryClient: clientOf(person) }, location: { href: `${path}?a=1` } })
    return { to: 'enters' }
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return thrown.options
  }
}

describe.each(Object.entries(table) as [GuardedPath, Entry][])('%s', (path, entry) => {
  test.each(Object.entries(entry) as [Person, string][])('%s: %s', async (person, end) => {
    const { to, ...options } = await enter(path, person)
    expect(to).toBe(end)
    if (person === 'visitor' && end === '/')
      expect(options).toMatchObject({ search: { open: `${path}?a=1` } })
    else if (end === '/') expect(options).not.toHaveProperty('search')
    if (end === '/auth') expect(options).toMatchObject({ search: { mode: 'login', redirect: `${path}?a=1` } })
  })
})

it('leads staff who must set up two-step sign-in to its page, and leaves the site open to them', async () => {
  const open = (path: GuardedPath) =>
    requireRole(path)({ context: { queryClient: clientOf('admin', 'due') }, location: { href: path } })
  await expect(open('/admin')).rejects.toMatchObject({
    options: { to: '/second-factor', search: { redirect: '/admin' } },
  })
  await expect(open('/account')).resolves.toBeUndefined()
})

it('does not hold up who is in while an old session is asked for again', async () => {
  const asked = vi.spyOn(transport, 'send').mockReturnValue(new Promise(() => undefined))
  const stay = (queryClient: QueryClient) =>
    requireRole('/admin')({ context: { queryClient }, location: { href: '/admin' }, cause: 'stay' })
  const old = { updatedAt: Date.now() - 6 * 60_000 }
  await expect(stay(clientOf('desk', 'off', old))).resolves.toBeUndefined()
  expect(asked).toHaveBeenCalledOnce()
  // Who has signed out since is not in.
  await expect(stay(clientOf('visitor'))).rejects.toMatchObject({
    options: { to: '/', search: { open: '/admin' } },
  })
})

it('agrees with the access classes of the server', () => {
  const rolesOf = (path: GuardedPath) => accessRoles['signed-in'].filter((role) => mayOpen(path, role))
  expect(rolesOf('/account')).toEqual([...accessRoles['signed-in']])
  expect(rolesOf('/admin')).toEqual([...accessRoles.desk])
  expect(rolesOf('/admin/settings')).toEqual([...accessRoles.admin])
  expect(rolesOf('/coach-dashboard')).toEqual([...accessRoles.coach])
})

const routeFiles = import.meta.glob<string>('../routes/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test.each(Object.keys(guards))('the route of %s asks for its guard', (path) => {
  const source = ['', '/_site', '/_coach'].map((layout) => routeFiles[`../routes${layout}${path}.tsx`])
  const existing = source.find((text) => text !== undefined)
  if (existing !== undefined) expect(existing).toContain(`requireRole('${path}')`)
  else expect(path, 'not built yet').toMatch(/^\/admin\//)
})
