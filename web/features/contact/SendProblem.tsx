import { IconAlertTriangle } from '@tabler/icons-react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { ApiError } from '../../api/apiError.ts'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import classes from './ContactForm.module.css'

/** Why a message did not get through, and that the facility can be called (spec 1 §8). */
export function SendProblem({ error, facility }: { error: Error | null; facility: Facility | undefined }) {
  const known = error instanceof ApiError
  return (
    <div role="alert" className={classes.problemRegion}>
      {error && (
        <div className={classes.problem}>
          <IconAlertTriangle size={20} aria-hidden />
          <div>
            {known ? error.message : 'An unexpected error occurred. Please try again.'}{' '}
            {facility ? (
              <>
                Or call us at <PhoneLink phone={facility.phone} className={classes.problemLink} />.
              </>
            ) : (
              'Or call us.'
            )}
            {known && error.requestId && error.status >= 500 && (
              <div>If it keeps happening, mention {error.requestId}.</div>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
