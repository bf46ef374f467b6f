import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Participant, UpcomingOfParticipant } from '../../../../shared/contract/households.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import type { AccountTab } from '../accountSearch.ts'
import { UpcomingThings } from '../security/BlockedDeletion.tsx'
import securityClasses from '../security/Security.module.css'
import classes from './Family.module.css'
import { usePersonChange } from './useFamily.ts'

const tabs: Readonly<Record<UpcomingOfParticipant['kind'], AccountTab>> = {
  cage_booking: 'bookings',
  lesson: 'lessons',
  class_session: 'classes',
  camp: 'camps',
}

interface ArchiveDialogProps {
  /** Null closes the dialog. */
  person: Participant | null
  onClose: () => void
}

/** Archives somebody. What is still booked stays booked, and is shown before. */
export function ArchiveDialog({ person, onClose }: ArchiveDialogProps) {
  const change = usePersonChange()
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const { error } = change
  const upcoming = isRefusal(error, 'participant_has_upcoming')
    ? (error.details as { upcoming: UpcomingOfParticipant[] }).upcoming
    : null
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
        <div role="alert">
          <p className={classes.line}>
            This is still booked, and stays booked. Cancel first what {name} does not come to.
          </p>
          <UpcomingThings things={upcoming} zone={zone} />
          <ul className={securityClasses.places}>
            {[...new Set(upcoming.map(({ kind }) => kind))].map((kind) => (
              <li key={kind}>
                <Link
                  to="/account"
                  search={{ tab: tabs[kind] }}
                  className={securityClasses.link}
                  onClick={close}
                >
                  Go to your {tabs[kind]}
                </Link>
              </li>
            ))}
          </ul>
        </div>
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
