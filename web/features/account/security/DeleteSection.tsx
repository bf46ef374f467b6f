import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountDeletion } from '../../../../shared/contract/accounts/privacy.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { deletionQuery } from '../../../api/queries/security.ts'
import { retryFailed } from '../../../components/LoadProblem.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Text } from '../../../ui/layout.tsx'
import { BlockedDeletion } from './BlockedDeletion.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityCard.tsx'

/** Deletes the account, in a dialog. */
export function DeleteSection() {
  const [opened, setOpened] = useState(false)
  return (
    <SecurityCard icon={IconTrash} title="Delete Your Account" grave>
      <Text breaks>
        Your profile and login will be permanently deleted. The facility keeps its bookings and payments,
        without your name.
      </Text>
      <div className={classes.actions}>
        <Button variant="outline" color="stitch" onClick={() => setOpened(true)}>
          Delete My Account
        </Button>
      </div>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Delete your account?" long>
        <div data-danger>
          <Deletion onClose={() => setOpened(false)} />
        </div>
      </Dialog>
    </SecurityCard>
  )
}

/** What must be canceled first, or else the form that deletes the account. */
function Deletion({ onClose }: { onClose: () => void }) {
  const deletion = useQuery(deletionQuery)
  const facility = useQuery(facilityQuery)
  const zone = facility.data?.time_zone
  const error = deletion.error ?? facility.error
  if (deletion.data && zone && !deletion.isFetching) {
    return <DeletionStep deletion={deletion.data} zone={zone} onClose={onClose} />
  }
  if (error) {
    return <CardProblem error={error} onRetry={() => retryFailed(deletion, facility)} />
  }
  return <CardPending />
}

interface DeletionStepProps {
  deletion: AccountDeletion
  zone: string
  onClose: () => void
}

function DeletionStep({ deletion, zone, onClose }: DeletionStepProps) {
  if (deletion.staff) {
    return (
      <>
        <Text below="lg">
          Coaches and admins cannot delete their own account. Please ask an admin of the facility.
        </Text>
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
