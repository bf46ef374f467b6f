import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { adminNavigation } from '../../surfaces/admin/adminNavigation.ts'
import { useKnownRoute } from '../../ui/useKnownRoute.ts'

/** /admin leads to the first page of the menu (spec 1 §2.1). */
export const Route = createFileRoute('/admin/')({ component: FirstPage })

function FirstPage() {
  const exists = useKnownRoute()
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const [first] = adminNavigation(session.profile.role, exists)
  return <Navigate to={first?.to ?? '/'} replace />
}
