import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { touches } from '../../../api/touches.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'

interface DeleteCampDialogProps {
  camp: StaffCamp | undefined
  onClose: () => void
  onDeleted: (message: string) => void
  /** For a camp with registrations, which is not deleted. */
  onCallOff: () => void
}

/** Deletes a camp that nobody has registered for, or puts one away that was called off. */
export const DeleteCampDialog = ({ camp, onClose, onDeleted, onCallOff }: DeleteCampDialogProps) => (
  <ConfirmAction
    of={camp}
    onClose={onClose}
    send={({ id }, once) => once('DELETE /api/admin/camps/:camp_id', { camp_id: id })}
    touches={touches.camps}
    onDone={({ message }) => onDeleted(message)}
    asks={({ name, called_off_at, active_registrations_count }, refusal) =>
      called_off_at
        ? {
            title: 'Put this camp away?',
            label: 'Put Away',
            text: `“${name}” leaves this list. Its registrations and payments are kept.`,
          }
        : active_registrations_count > 0 || isRefusal(refusal, 'camp_has_registrations')
          ? {
              title: 'People Have Registered',
              label: 'Cancel Camp…',
              dismissLabel: 'Keep the Camp',
              text: `“${name}” has registrations, so it can’t be deleted. Cancel it first: everyone is told and refunded. Then you can remove it from the list.`,
              instead: onCallOff,
            }
          : {
              title: 'Delete this camp?',
              label: 'Delete Camp',
              text: `Are you sure you want to delete “${name}”? Its times, cages and coaches are free at once. This action cannot be undone.`,
            }
    }
  />
)
