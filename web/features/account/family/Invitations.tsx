import { useQuery } from '@tanstack/react-query'
import type { HouseholdInvitation } from '../../../../shared/contract/accounts/households.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useCall } from '../../../api/useAttempt.ts'
import { StatusChip, type Tone } from '../../../components/ItemCard.tsx'
import { ofFamily } from '../../../components/participants/useNewPerson.ts'
import { Heading, Row, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Family.module.css'

interface InvitationsProps {
  invitations: readonly HouseholdInvitation[]
  /** An invitation has been taken from the list, with the button that had the focus. */
  onGone: () => void
}

/** Invitations that nobody has accepted yet; nothing where there are none. */
export function Invitations({ invitations, onGone }: InvitationsProps) {
  if (invitations.length === 0) return null
  return (
    <>
      <Heading above="md" below={4} as="h4" size="sm">
        Invitations
      </Heading>
      <ul className={classes.invitations} aria-label="Invitations">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onGone={onGone} />
        ))}
      </ul>
    </>
  )
}

const chips: Readonly<Record<HouseholdInvitation['state'], { tone: Tone; label: string }>> = {
  open: { tone: 'open', label: 'Waiting' },
  declined: { tone: 'quiet', label: 'Declined' },
  expired: { tone: 'quiet', label: 'Expired' },
}

function InvitationRow({ invitation, onGone }: { invitation: HouseholdInvitation; onGone: () => void }) {
  const { id, email, state, participants, expires_at } = invitation
  const zone = useQuery(facilityQuery).data?.time_zone
  const again = useCall('POST /api/me/household-invitations', ofFamily)
  const withdrawal = useCall('DELETE /api/me/household-invitations/:id', ofFamily)
  const busy = again.isPending || withdrawal.isPending
  const names = new Intl.ListFormat('en-US').format(participants.map(({ name }) => name))

  async function send() {
    const outcome = await again.attempt({ email, participant_ids: participants.map((one) => one.id) })
    if (outcome && 'answer' in outcome) toast.success(`The invitation is on its way to ${email} again.`)
    else if (outcome) toast.error((outcome.error as Error).message)
  }
  async function withdraw() {
    const outcome = await withdrawal.attempt({ id })
    if (outcome && 'error' in outcome) return toast.error((outcome.error as Error).message)
    if (!outcome) return
    if (state === 'open') toast.success(`The invitation to ${email} is withdrawn.`)
    onGone()
  }
  return (
    <Row as="li" apart className={classes.row}>
      <div>
        <p className={classes.line}>
          <strong>{email}</strong> <StatusChip tone={chips[state].tone}>{chips[state].label}</StatusChip>
        </p>
        <Text tone="dim" size="sm" className={classes.aside}>
          For {names}
          {state === 'open' && zone && ` · works until ${formatDay(facilityDay(expires_at, zone))}`}
        </Text>
      </div>
      <Row align="stretch" className={classes.actions}>
        {participants.length > 0 && (
          <button
            type="button"
            className={classes.textButton}
            disabled={busy}
            aria-label={`Send again to ${email}`}
            onClick={() => void send()}
          >
            Send Again
          </button>
        )}
        <button
          type="button"
          className={classes.textButton}
          data-grave
          disabled={busy}
          aria-label={
            state === 'open' ? `Withdraw the invitation to ${email}` : `Take ${email} from the list`
          }
          onClick={() => void withdraw()}
        >
          {state === 'open' ? 'Withdraw' : 'Dismiss'}
        </button>
      </Row>
    </Row>
  )
}
