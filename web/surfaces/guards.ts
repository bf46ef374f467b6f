import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Role } from '../../shared/contract/fields.ts'
import { knownSession, loadSession, refreshedSession, type Session } from '../api/session.ts'

interface Guard {
  readonly roles: readonly Role[]
  /** Where a signed-in person of another role goes. */
  readonly others: '/' | '/account'
  /** Where a visitor goes, if not to log in: the home page offers that then. */
  readonly visitors?: '/'
  /** The page shows a skeleton until the session is known. Otherwise nothing of it is loaded before that. */
  readonly hasSkeleton?: true
}

export const everyRole: readonly Role[] = ['user', 'coach', 'desk', 'admin']
const adminOnly: Guard = { roles: ['admin'], others: '/', visitors: '/' }
const coachOnly: Guard = { roles: ['coach'], others: '/account' }

/**
 * Who may open which pages, and where others go (spec 1 §2.1, spec 3 §2, decisions 32 and 34). A visitor is asked to log in.
 * This only chooses the page: permission is decided by the server, for every operation.
 */
export const guards = {
  '/account': { roles: everyRole, others: '/', hasSkeleton: true },
  '/membership': { roles: everyRole, others: '/' },
  '/second-factor': { roles: everyRole, others: '/' },
  '/coach-dashboard': coachOnly,
  '/coach-setup': coachOnly,
  '/coach-help': coachOnly,
  '/admin': { roles: ['desk', 'admin'], others: '/', visitors: '/' },
  '/admin/settings': adminOnly,
  '/admin/audit-log': adminOnly,
  '/admin/reports/sales': adminOnly,
} as const satisfies Record<string, Guard>

export type GuardedPath = keyof typeof guards

/** Whether a role may open the guarded pages at a path. */
export function mayOpen(path: GuardedPath, role: Role): boolean {
  const guard: Guard = guards[path]
  return guard.roles.includes(role)
}

/**
 * Where a person is sent who opens a guarded path; undefined for one who may stay, or is not known yet. Staff whose role
 * needs two-step sign-in set it up before anything else.
 */
export function redirectFor(
  path: GuardedPath,
  session: Session | undefined,
): '/auth' | '/second-factor' | Guard['others'] | undefined {
  if (!session || session.status === 'loading') return undefined
  const guard: Guard = guards[path]
  if (session.status === 'signed-out') return guard.visitors ?? '/auth'
  if (!mayOpen(path, session.profile.role)) return guard.others
  return session.mustSetUp && !mayOpen(path, 'user') ? '/second-factor' : undefined
}

const signedOut: Session = { status: 'signed-out' }

/** The part of a `beforeLoad`'s argument that a guard reads. */
export interface Entering {
  readonly context: { readonly queryClient: QueryClient }
  readonly location: { readonly href: string }
  /** 'stay': the guarded page is open already, and only what its address says of it changes. */
  readonly cause?: 'enter' | 'stay' | 'preload'
}

/**
 * A route's `beforeLoad` that lets in the roles of `guards[path]`. After signing in, a visitor comes back. Who is in goes on
 * at once: a filter, a drawer or a dialog does not wait for the session to be asked for again.
 */
export const requireRole =
  (path: GuardedPath) =>
  async ({ context: { queryClient }, location, cause }: Entering): Promise<void> => {
    const { hasSkeleton }: Guard = guards[path]
    if (cause === 'stay' && !redirectFor(path, refreshedSession(queryClient) ?? signedOut)) return
    const session = hasSkeleton ? knownSession(queryClient) : await loadSession(queryClient)
    const to = redirectFor(path, session)
    if (to === '/second-factor') throw redirect({ to, search: { redirect: location.href }, replace: true })
    if (to === '/auth') throw redirect({ to, search: { mode: 'login', redirect: location.href } })
    const isVisitor = session !== undefined && session.status === 'signed-out'
    if (to === '/' && isVisitor) throw redirect({ to, search: { open: location.href }, replace: true })
    if (to) throw redirect({ to, replace: true })
  }
