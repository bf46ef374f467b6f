import { Suspense } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { ClassDetails } from '../../../shared/contract/programs/classes.ts'
import { useSession } from '../../api/session.ts'
import detailPage from '../../ui/detailPage.module.css'
import { lazyExtra } from '../../ui/lazyExtra.ts'
import { Later, laterPart } from '../../ui/preloadable.tsx'
import { ClassIntroduction } from './ClassIntroduction.tsx'
import { MoreClasses } from './MoreClasses.tsx'
import { useClassMembership } from './useClassMembership.ts'

export const classBooking = laterPart(() => import('./ClassBooking.tsx'))
const ClassSeats = lazyExtra(() => import('./ClassSeats.tsx'))

interface ClassDetailProps {
  details: ClassDetails
  facility: Facility
}

/** A class, who of the family comes to it, and its sessions (spec 2 §2). */
export function ClassDetail({ details, facility }: ClassDetailProps) {
  const signedIn = useSession().status === 'signed-in'
  const { percent } = useClassMembership(facility)
  return (
    <div className={detailPage.introduced}>
      <div>
        <ClassIntroduction
          trainingClass={details.class}
          discountPercent={percent}
          memberPercent={facility.member_class_discount_percent}
          cutoffHours={facility.class_cancellation_cutoff_hours}
        />
        {signedIn && (
          <Suspense>
            <ClassSeats details={details} facility={facility} />
          </Suspense>
        )}
      </div>
      <Later part={classBooking} />
      <MoreClasses besides={details.class.id} />
    </div>
  )
}
