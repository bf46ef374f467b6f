import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { ConfirmChange } from '../../../components/form/ConfirmChange.tsx'
import { ofFamily } from '../../../components/participants/useNewPerson.ts'
import { Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import { Refusal } from '../../accounts/FormNotice.tsx'
import classes from './Family.module.css'
import { StillBooked, upcomingOf } from './StillBooked.tsx'
import { isShared } from './Told.tsx'

interface DeletePersonDialogProps {
  /** Undefined closes the dialog. */
  person: Participant | undefined
  /** Opens who looks after the person, to leave. */
  onSharing: (id: string) => void
  /** Runs once the person is gone, and with them what had the focus. */
  onGone: () => void
  onClose: () => void
}

/** Deletes someone for good, or says why that does not go: still booked, or shared with another adult. */
export const DeletePersonDialog = ({ person, onSharing, onGone, onClose }: DeletePersonDialogProps) => (
  <ConfirmChange
    of={person}
    onClose={onClose}
    asks={(one, refusal) => {
      const { id, name } = one
      if (isOthers(one, refusal)) {
        return {
          title: `${name} is shared`,
          text: `${othersOf(one)} ${name} too, so you cannot delete ${name}. You can leave: then you no longer see ${name}, and the others keep everything.`,
          label: `See who looks after ${name}`,
          dismissLabel: 'Close',
          instead: () => onSharing(id),
        }
      }
      return upcomingOf(refusal)
        ? { title: `${name} has bookings`, label: 'Try Again' }
        : { title: `Permanently delete ${name}?`, label: 'Delete Permanently' }
    }}
    send={({ id }, once) => once('DELETE /api/participants/:id', { id })}
    {...ofFamily}
    onDone={(_, { name }) => {
      toast.success(`${name} is deleted.`)
      onGone()
    }}
    said={(error) => <Refusal error={upcomingOf(error) ? null : error} />}
  >
    {(one, refusal, close) => {
      const { name } = one
      const upcoming = upcomingOf(refusal)
      if (isOthers(one, refusal)) return null
      return upcoming ? (
        <StillBooked
          sentence={`This is still booked for ${name}. Cancel it first; then you can delete ${name}.`}
          upcoming={upcoming}
          onLeave={close}
        />
      ) : (
        <Consequences name={name} isArchived={one.archived_at !== null} />
      )
    }}
  </ConfirmChange>
)

/** Someone else looks after the person, too. */
const isOthers = (person: Participant, refusal: Error | null): boolean =>
  isShared(person) || isRefusal(refusal, 'participant_shared')

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
        <Text tone="dim" size="sm" className={classes.aside}>
          To stop being offered {name}, and keep everything, archive instead.
        </Text>
      )}
    </>
  )
}
