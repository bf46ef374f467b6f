import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MembershipDetails } from '../../../../shared/contract/memberships/staffMemberships.ts'
import type { MembershipChangeKind } from '../../../../shared/domain/memberships/memberLife.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import {
  membershipDetailsQuery,
  refreshAfterMembershipChange,
} from '../../../api/queries/staffMemberships.ts'
import { type Once, useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { dayText } from '../../../components/staff/whenText.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
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

/** The dialog of a task. It reads the membership again, because amounts and dates depend on today. */
export function MemberTaskDialog({ task, onClose }: MemberTaskDialogProps) {
  const query = useQuery({ ...membershipDetailsQuery(task?.id ?? ''), enabled: task !== undefined })
  const zone = useQuery(facilityQuery).data?.time_zone
  const kind = task?.kind
  if (kind === 'resume' || kind === 'pay' || kind === 'card') {
    return query.data && zone ? (
      <Confirm kind={kind} membership={query.data} zone={zone} onClose={onClose} />
    ) : (
      <Pending title={titles[kind]} query={query} onClose={onClose} />
    )
  }
  const done = { onClose, onDone: (answer: { message: string; pending: boolean }) => tell(answer, onClose) }
  if (!kind || !query.data || !zone) {
    return (
      <Pending title={kind ? titles[kind] : ''} query={query} onClose={onClose} opened={kind !== undefined} />
    )
  }
  const Form = kind === 'end' ? EndForm : kind === 'freeze' ? FreezeForm : UnfreezeForm
  return (
    <Dialog opened onClose={onClose} title={titles[kind]} long>
      <Form membership={query.data} zone={zone} {...done} />
    </Dialog>
  )
}

function tell({ message, pending }: { message: string; pending: boolean }, onClose: () => void) {
  onClose()
  if (pending) toast.info(message)
  else toast.success(message)
}

interface PendingProps {
  title: string
  query: { error: Error | null; refetch: () => unknown }
  onClose: () => void
  opened?: boolean
}

const Pending = ({ title, query, onClose, opened = true }: PendingProps) => (
  <Dialog opened={opened} onClose={onClose} title={title}>
    {query.error ? (
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={160} radius="md" />
    )}
  </Dialog>
)

interface ConfirmProps {
  kind: 'resume' | 'pay' | 'card'
  membership: MembershipDetails
  zone: string
  onClose: () => void
}

/** What needs no choice: a sentence and a button. */
function Confirm({ kind, membership, zone, onClose }: ConfirmProps) {
  const { name, email, owed, ends_at, card } = membership
  const change = useAttempt({
    send: (_: object, once: Once) => send(kind, membership, once),
    refresh: refreshAfterMembershipChange,
  })
  const texts = {
    resume: {
      label: 'Undo Cancellation',
      text: `The membership of ${name} goes on after ${ends_at ? dayText(ends_at, zone) : 'this period'} and renews as before. ${name} is told by mail when it is canceled again.`,
    },
    pay: {
      label: `Charge ${formatAmount(owed)}`,
      text: `${formatAmount(owed)} is charged to the card on file${card ? ` ending in ${card.last4}` : ''} now. If it’s declined, we keep retrying as usual.`,
    },
    card: {
      label: 'Mail the Link',
      text: `${name} gets a mail at ${email ?? 'no address'} with the link to enter another card.${owed > 0 ? ` ${formatAmount(owed)} is charged to it at once.` : ''}`,
    },
  }[kind]
  async function confirm() {
    const outcome = await change.attempt({})
    if (!outcome || !('answer' in outcome)) return
    tell({ pending: false, ...outcome.answer }, onClose)
  }
  return (
    <ConfirmDialog
      opened
      title={titles[kind]}
      text={texts.text}
      label={texts.label}
      isPending={change.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <AttemptError error={change.error} button={texts.label} />
    </ConfirmDialog>
  )
}

function send(
  kind: ConfirmProps['kind'],
  { id, revision }: MembershipDetails,
  once: Once,
): Promise<{ message: string; pending?: boolean }> {
  const seen = { membership_id: id, expected_revision: revision }
  if (kind === 'card')
    return once('POST /api/admin/memberships/:membership_id/card-link', { membership_id: id })
  if (kind === 'resume') return once('POST /api/admin/memberships/:membership_id/resume', seen)
  return once('POST /api/admin/memberships/:membership_id/retry-payment', seen)
}
