import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccountDeletion } from '../../../../shared/contract/privacy.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { deletionQuery } from '../../../api/queries/security.ts'
import { retryFailed } from '../../../components/retryFailed.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { BlockedDeletion } from './BlockedDeletion.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import { CardPending, CardProblem } from './SecurityParts.tsx'

interface DeleteDialogProps {
  opened: boolean
  onClose: () => void
}

/** What stands in the way, or what goes with the account and the form that deletes it. */
export function DeleteDialog({ opened, onClose }: DeleteDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Delete your account?" long>
      <Content onClose={onClose} />
    </Dialog>
  )
}

function Content({ onClose }: { onClose: () => void }) {
  const deletion = useQuery(deletionQuery)
  const facility = useQuery(facilityQuery)
  const zone = facility.data?.time_zone
  const error = deletion.error ?? facility.error
  if (deletion.data && zone && !deletion.isFetching) {
    return <Standing deletion={deletion.data} zone={zone} onClose={onClose} />
  }
  if (error) {
    return <CardProblem error={error} onRetry={() => retryFailed(deletion, facility)} />
  }
  return <CardPending />
}

interface StandingProps {
  deletion: AccountDeletion
  zone: string
  onClose: () => void
}

function Standing({ deletion, zone, onClose }: StandingProps) {
  if (deletion.staff) {
    return (
      <>
        <p className={dialogContent.text}>
          Coaches and admins cannot delete their own account. Please ask an admin of the facility.
        </p>
        <Button fullWidth variant="default" onClick={onClose}>
          Close
        </Button>
      </>
    )
  }
  if (deletion.blocking.length > 0) {
    return <BlockedDeletion blocking={deletion.blocking} zone={zone} onClose={onClose} />
  }
  return <DeleteForm canceled={deletion.canceled} zone={zone} onClose={onClose} />
}
