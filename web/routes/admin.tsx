import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminFrame, AdminFramePending } from '../surfaces/admin/AdminFrame.tsx'
import { requireRole } from '../surfaces/guards.ts'

/** The back office: pages for the front desk and admins, in a frame of their own (spec 3 §2). */
export const Route = createFileRoute('/admin')({
  codeSplitGroupings: [['component', 'pendingComponent']],
  beforeLoad: requireRole('/admin'),
  component: Admin,
  pendingComponent: AdminFramePending,
  // The frame names its pages.
  staticData: { title: null },
})

function Admin() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  )
}
