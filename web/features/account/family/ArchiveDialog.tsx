import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { ConfirmChange } from '../../../components/form/ConfirmChange.tsx'
import { ofFamily } from '../../../components/participants/useNewPerson.ts'
import { toast } from '../../../ui/toast.ts'
import { Refusal } from '../../accounts/FormNotice.tsx'
import classes from './Family.module.css'
import { StillBooked, upcomingOf } from './StillBooked.tsx'

interface ArchiveDialogProps {
  /** Undefined closes the dialog. */
  person: Participant | undefined
  onClose: () => void
}

/** Archives someone. What is still booked stays booked, and is shown before. */
export const ArchiveDialog = ({ person, onClose }: ArchiveDialogProps) => (
  <ConfirmChange
    of={person}
    onClose={onClose}
    asks={({ name }, refusal) =>
      upcomingOf(refusal)
        ? { title: `${name} has bookings`, label: 'Archive Anyway' }
        : { title: `Archive ${name}?`, label: 'Archive' }
    }
    send={({ id }, once, refusal) =>
      once('PATCH /api/participants/:id', {
        id,
        archived: true,
        upcoming_seen: upcomingOf(refusal) !== null,
      })
    }
    {...ofFamily}
    onDone={(_, { name }) => toast.success(`${name} is archived.`)}
    said={(error) => <Refusal error={upcomingOf(error) ? null : error} />}
  >
    {({ name }, refusal, close) => {
      const upcoming = upcomingOf(refusal)
      return upcoming ? (
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
      )
    }}
  </ConfirmChange>
)
