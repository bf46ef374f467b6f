import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CampDetail } from '../../../shared/contract/camps.ts'
import { useLiveCamp } from '../../api/livePages.ts'
import { myCampRegistrationQuery } from '../../api/queries/camps.ts'
import { useSession } from '../../api/session.ts'
import classes from './RegisterPanel.module.css'
import { Registration } from './Registration.tsx'

/** The Register Now panel, once it is known who looks at it and whether they have a seat (spec 2 §2). */
export function RegisterPanel({ camp }: { camp: CampDetail }) {
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  useLiveCamp(camp.id)
  const { data, isFetched } = useQuery({ ...myCampRegistrationQuery(camp.id), enabled: signedIn })
  // Not `isLoading`, which is true again with every retry while the seat cannot be read: that would unmount an open
  // checkout.
  if (session.status === 'loading' || (signedIn && !isFetched)) {
    return (
      <div className={classes.panel} aria-busy="true">
        <Skeleton height="2rem" width="60%" mb="md" />
        <Skeleton height="9rem" mb="md" />
        <Skeleton height="3.375rem" />
      </div>
    )
  }
  // Where one's own seat cannot be read the server still knows of it: nobody registers twice.
  return <Registration camp={camp} seat={(signedIn && data) || null} signedIn={signedIn} />
}
