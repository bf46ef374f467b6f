import type { CoachTabProps } from '../../../components/staff/coachTab.ts'
import staffPage from '../../../ui/staff/StaffPage.module.css'

export default function DashboardTab(_props: CoachTabProps) {
  return (
    <div className={staffPage.page}>
      <h1 className={staffPage.title}>Dashboard</h1>
    </div>
  )
}
