import { useQuery } from '@tanstack/react-query'
import type { MembershipDetails } from '../../../../shared/contract/memberships/staffMemberships.ts'
import type { MembershipChangeKind } from '../../../../shared/domain/memberships/memberLife.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { membershipDetailsQuery } from '../../../api/queries/staffMemberships.ts'
import { touches } from '../../../api/touches.ts'
import type { Once } from '../../../api/useAttempt.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { dayText } from '../../../components/staff/whenText.ts'
import { Loaded } from '../../../ui/staff/Loaded.tsx'
import { toast } from '../../../ui/toast.ts'
import { EndForm } from './EndForm.tsx'
import { FreezeForm } from './FreezeForm.tsx'
import { UnfreezeForm } from './UnfreezeForm.tsx'

/** What staff do with a membership; `card` mails the link for another card. */
export type MemberTask = MembershipChangeKind | 'card'

interface MemberTaskDialogProps {
  task: { kind: MemberTask; id: string } | undefined
  onClose: () => void
}

const titles: Record<MemberTask, string> = {
  end: 'End Membership',
  freeze: 'Freeze Membership',
  unfreeze: 'End Freeze',
  resume: 'Undo Cancellation',
  pay: 'Retry Payment',
  card: 'Mail Card Link',
}

const forms = { end: EndForm, freeze: FreezeForm, unfreeze: UnfreezeForm }

/** The dialog of a task. It reads the membership again, because amounts and dates depend on today. */
export function MemberTaskDialog({ task, onClose }: MemberTaskDialogProps) {
  const query = useQuery({ ...membershipDetailsQuery(task?.id ?? ''), enabled: task !== undefined })
  const zone = useQuery(facilityQuery).data?.time_zone
  const kind = task?.kind
  const confirmed =
    query.data && zone && (kind === 'resume' || kind === 'pay' || kind === 'card')
      ? { kind, membership: query.data, zone }
      : undefined
  return (
    <>
      <FormDialog of={confirmed ? undefined : kind} onClose={onClose} title={(of) => titles[of]} long>
        {(of, close) => {
          const TaskForm = of in forms ? forms[of as keyof typeof forms] : undefined
          return (
            <Loaded query={query} height={160}>
              {(membership) =>
                TaskForm &&
                zone && (
                  <TaskForm
                    membership={membership}
                    zone={zone}
                    onClose={close}
                    onDone={(answer) => {
                      close()
                      tell(answer)
                    }}
                  />
                )
              }
            </Loaded>
          )
        }}
      </FormDialog>
      <ConfirmAction
        of={confirmed}
        onClose={onClose}
        asks={questionOf}
        send={send}
        touches={touches.staff}
        onDone={tell}
      />
    </>
  )
}

const tell = ({ message, pending = false }: { message: string; pending?: boolean }) =>
  pending ? toast.info(message) : toast.success(message)

/** What needs no choice: a sentence and a button. */
interface Confirmed {
  kind: 'resume' | 'pay' | 'card'
  membership: MembershipDetails
  zone: string
}

function questionOf({ kind, membership, zone }: Confirmed) {
  const { name, email, owed, ends_at, card } = membership
  const texts = {
    resume: {
      label: 'Undo Cancellation',
      text: `The membership of ${name} goes on after ${ends_at ? dayText(ends_at, zone) : 'this period'} and renews as before. ${name} is told by email when it is canceled again.`,
    },
    pay: {
      label: `Charge ${formatAmount(owed)}`,
      text: `${formatAmount(owed)} is charged to the card on file${card ? ` ending in ${card.last4}` : ''} now. If it’s declined, we keep retrying as usual.`,
    },
    card: {
      label: 'Mail the Link',
      text: `${name} gets a mail at ${email ?? 'no address'} with the link to enter another card.${owed > 0 ? ` ${formatAmount(owed)} is charged to it at once.` : ''}`,
    },
  }
  return { title: titles[kind], ...texts[kind] }
}

function send(
  { kind, membership: { id, revision } }: Confirmed,
  once: Once,
): Promise<{ message: string; pending?: boolean }> {
  const seen = { membership_id: id, expected_revision: revision }
  if (kind === 'card')
    return once('POST /api/admin/memberships/:membership_id/card-link', { membership_id: id })
  if (kind === 'resume') return once('POST /api/admin/memberships/:membership_id/resume', seen)
  return once('POST /api/admin/memberships/:membership_id/retry-payment', seen)
}
