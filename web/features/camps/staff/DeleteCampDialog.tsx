import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { refreshCamps } from '../../../api/queries/staffCamps.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

interface DeleteCampDialogProps {
  camp: StaffCamp | undefined
  onClose: () => void
  onDeleted: (message: string) => void
  /** For a camp with registrations, which is not deleted. */
  onCallOff: () => void
}

/** Deletes a camp that nobody has registered for, or puts one away that was called off. */
export function DeleteCampDialog({ camp, onClose, onDeleted, onCallOff }: DeleteCampDialogProps) {
  const remove = useAttempt({
    send: (camp_id: string, once) => once('DELETE /api/admin/camps/:camp_id', { camp_id }),
    refresh: refreshCamps,
  })
  const close = () => {
    remove.forgetError()
    onClose()
  }
  async function confirm() {
    const outcome = camp && (await remove.attempt(camp.id))
    if (!outcome || !('answer' in outcome)) return
    close()
    onDeleted(outcome.answer.message)
  }
  const isOff = camp?.called_off_at !== null
  const registered =
    isRefusal(remove.error, 'camp_has_registrations') || (camp?.active_registrations_count ?? 0) > 0
  if (registered && !isOff)
    return (
      <ConfirmDialog
        opened={camp !== undefined}
        title="People Have Registered"
        text={`“${camp?.name}” has registrations, so it can’t be deleted. Cancel it first: everyone is told and refunded. Then you can remove it from the list.`}
        label="Cancel Camp…"
        dismissLabel="Keep the Camp"
        onConfirm={() => {
          close()
          onCallOff()
        }}
        onClose={close}
      />
    )
  return (
    <ConfirmDialog
      opened={camp !== undefined}
      title={isOff ? 'Put This Camp Away?' : 'Delete This Camp?'}
      text={
        isOff
          ? `“${camp?.name}” leaves this list. Its registrations and payments are kept.`
          : `Are you sure you want to delete “${camp?.name}”? Its times, cages and coaches are free at once. This action cannot be undone.`
      }
      label={isOff ? 'Put Away' : 'Delete Camp'}
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <AttemptError error={remove.error} button={isOff ? 'Put Away' : 'Delete Camp'} />
    </ConfirmDialog>
  )
}
