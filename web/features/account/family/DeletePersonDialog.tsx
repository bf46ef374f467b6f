import { Button } from '@mantine/core'
import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { toast } from '../../../ui/toast.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import classes from './Family.module.css'
import { StillBooked, upcomingOf } from './StillBooked.tsx'
import { isShared } from './Told.tsx'
import { usePersonDeletion } from './useFamily.ts'

interface DeletePersonDialogProps {
  /** Null closes the dialog. */
  person: Participant | null
  /** Opens who looks after the person, to leave. */
  onSharing: (id: string) => void
  /** Runs once the person is gone, and with them what had the focus. */
  onGone: () => void
  onClose: () => void
}

/** Deletes someone for good, or says why that does not go: still booked, or shared with another adult. */
export function DeletePersonDialog({ person, onSharing, onGone, onClose }: DeletePersonDialogProps) {
  const deletion = usePersonDeletion()
  const { error } = deletion
  const close = () => {
    deletion.forgetError()
    onClose()
  }
  async function remove() {
    if (!person) return
    const outcome = await deletion.attempt(person.id)
    if (!outcome || !('answer' in outcome)) return
    toast.success(`${person.name} is deleted.`)
    close()
    onGone()
  }
  const name = person?.name ?? ''
  if (person && (isShared(person) || isRefusal(error, 'participant_shared'))) {
    return (
      <Dialog opened onClose={close} title={`${name} is shared`}>
        <p className={classes.line}>
          {othersOf(person)} {name} too, so you cannot delete {name}. You can leave: then you no longer see{' '}
          {name}, and the others keep everything.
        </p>
        <div className={dialogContent.buttons}>
          <Button
            color="stitch.6"
            onClick={() => {
              deletion.forgetError()
              onSharing(person.id)
            }}
          >
            See who looks after {name}
          </Button>
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </div>
      </Dialog>
    )
  }
  const upcoming = upcomingOf(error)
  return (
    <ConfirmDialog
      opened={person !== null}
      title={upcoming ? `${name} has bookings` : `Permanently delete ${name}?`}
      label={upcoming ? 'Try again' : 'Delete Permanently'}
      isPending={deletion.isPending}
      onConfirm={() => void remove()}
      onClose={close}
    >
      {upcoming ? (
        <StillBooked
          sentence={`This is still booked for ${name}. Cancel it first; then you can delete ${name}.`}
          upcoming={upcoming}
          onLeave={close}
        />
      ) : (
        <Consequences name={name} isArchived={person?.archived_at !== null} />
      )}
      <FormNotice notice={error && !upcoming ? { kind: 'error', text: error.message } : undefined} />
    </ConfirmDialog>
  )
}

/** 'Sam Parker looks after'. */
function othersOf({ adults }: Participant): string {
  const others = adults.filter(({ is_me }) => !is_me).map(({ full_name }) => full_name)
  if (others.length === 0) return 'Another adult looks after'
  return `${new Intl.ListFormat('en-US').format(others)} ${others.length > 1 ? 'look' : 'looks'} after`
}

/** What goes and what stays, before someone is deleted. */
function Consequences({ name, isArchived }: { name: string; isArchived: boolean }) {
  return (
    <>
      <p className={classes.line}>This cannot be undone. We delete:</p>
      <ul className={classes.consequences}>
        <li>{name}, with birth date, positions and the answer about photos</li>
        <li>the medical note, the emergency contacts and who may pick up</li>
      </ul>
      <p className={classes.line}>
        Past bookings, payments and receipts stay in your lists, without the name.
      </p>
      {!isArchived && (
        <p className={classes.aside}>To stop being offered {name}, and keep everything, archive instead.</p>
      )}
    </>
  )
}
