import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { facilityQuery } from '../../api/queries/facility.ts'
import { useSession } from '../../api/session.ts'
import { adminNavigation } from '../../surfaces/admin/adminNavigation.ts'

/** /admin leads to the first page of the menu (spec 1 §2.1), and the owner of a facility that is not set up yet there. */
export const Route = createFileRoute('/admin/')({ component: FirstPage })

function FirstPage() {
  const session = useSession()
  const facility = useQuery(facilityQuery)
  if (session.status !== 'signed-in' || facility.isPending) return null
  if (session.profile.role === 'admin' && facility.data?.opening_soon && facility.data.name === '')
    return <Navigate to="/admin/setup" replace />
  const [first] = adminNavigation(session.profile.role)
  return <Navigate to={first?.to ?? '/'} replace />
}
