import type { CoachTabProps } from '../../../components/staff/coachTab.ts'
import staffPage from '../../../ui/staff/StaffPage.module.css'

export default function BookingsTab(_props: CoachTabProps) {
  return (
    <div className={staffPage.page}>
      <h1 className={staffPage.title}>Bookings</h1>
    </div>
  )
}
