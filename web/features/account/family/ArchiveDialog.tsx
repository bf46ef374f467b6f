import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import classes from './Family.module.css'
import { StillBooked, upcomingOf } from './StillBooked.tsx'
import { usePersonChange } from './useFamily.ts'

interface ArchiveDialogProps {
  /** Null closes the dialog. */
  person: Participant | null
  onClose: () => void
}

/** Archives someone. What is still booked stays booked, and is shown before. */
export function ArchiveDialog({ person, onClose }: ArchiveDialogProps) {
  const change = usePersonChange()
  const { error } = change
  const upcoming = upcomingOf(error)
  const close = () => {
    change.forgetError()
    onClose()
  }
  async function archive() {
    if (!person) return
    const outcome = await change.attempt({
      id: person.id,
      archived: true,
      upcoming_seen: upcoming !== null,
    })
    if (!outcome || !('answer' in outcome)) return
    toast.success(`${person.name} is archived.`)
    close()
  }
  const name = person?.name ?? ''
  return (
    <ConfirmDialog
      opened={person !== null}
      title={upcoming ? `${name} has bookings` : `Archive ${name}?`}
      label={upcoming ? 'Archive anyway' : 'Archive'}
      isPending={change.isPending}
      onConfirm={() => void archive()}
      onClose={close}
    >
      {upcoming ? (
        <StillBooked
          sentence={`This is still booked, and stays booked. Cancel first what ${name} does not come to.`}
          upcoming={upcoming}
          onLeave={close}
        />
      ) : (
        <p className={classes.line}>
          {name} is no longer offered when you book. Everything that was booked stays in your lists, and you
          can bring {name} back at any time.
        </p>
      )}
      <FormNotice notice={error && !upcoming ? { kind: 'error', text: error.message } : undefined} />
    </ConfirmDialog>
  )
}
