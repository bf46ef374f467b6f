import { Button } from '@mantine/core'
import { isRefusal } from '../../../api/apiError.ts'
import { touches } from '../../../api/touches.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ClassToChange } from './classForm.ts'

interface DeleteClassDialogProps {
  /** Nothing: the dialog is closed. */
  row: ClassToChange | undefined
  onClose: () => void
  /** Ends the class, which is what can be done once people have registered. */
  onEnd: (row: ClassToChange) => void
  onDeleted?: (() => void) | undefined
}

/** Deletes a class for which nobody has registered; offers to end any other. */
export const DeleteClassDialog = ({ row, onClose, onEnd, onDeleted }: DeleteClassDialogProps) => (
  <ConfirmAction
    of={row}
    onClose={onClose}
    asks={({ name }, refusal) => ({
      label: 'Delete Class',
      dismissLabel: 'Keep Class',
      text: `Delete ${name} with all of its sessions? This action cannot be undone.`,
      disabled: isRefusal(refusal, 'class_in_use'),
    })}
    send={({ id }, once) => once('DELETE /api/admin/classes/:id', { id })}
    touches={touches.staff}
    onDone={({ message }) => {
      toast.success(message)
      onDeleted?.()
    }}
  >
    {(used, refusal, close) =>
      isRefusal(refusal, 'class_in_use') &&
      !used.has_ended && (
        <Button
          variant="default"
          onClick={() => {
            close()
            onEnd(used)
          }}
        >
          End Class…
        </Button>
      )
    }
  </ConfirmAction>
)
