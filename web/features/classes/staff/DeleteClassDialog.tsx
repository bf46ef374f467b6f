import { Button } from '@mantine/core'
import type { ClassRow } from '../../../../shared/contract/programs/staffClasses.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { refreshStaffClasses } from '../../../api/queries/staffClasses.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.ts'

interface DeleteClassDialogProps {
  /** Nothing: the dialog is closed. */
  row: ClassRow | undefined
  onClose: () => void
  /** Ends the class, which is what can be done once people have registered. */
  onEnd: (row: ClassRow) => void
}

/** Deletes a class for which nobody has registered; offers to end any other. */
export function DeleteClassDialog({ row, onClose, onEnd }: DeleteClassDialogProps) {
  const remove = useAttempt({
    send: (id: string, once) => once('DELETE /api/admin/classes/:id', { id }),
    refresh: refreshStaffClasses,
  })
  const close = () => {
    remove.forgetError()
    onClose()
  }
  async function confirm({ id }: ClassRow) {
    const outcome = await remove.attempt(id)
    if (!outcome || !('answer' in outcome)) return
    toast.success(outcome.answer.message)
    close()
  }
  const isUsed = remove.error !== null && isRefusal(remove.error, 'class_in_use')
  return (
    <ConfirmDialog
      opened={row !== undefined}
      title="Delete Class"
      text={`Delete ${row?.name ?? 'the class'} with all of its sessions? This action cannot be undone.`}
      label="Delete Class"
      dismissLabel="Keep Class"
      isPending={remove.isPending}
      disabled={isUsed}
      onConfirm={() => row && void confirm(row)}
      onClose={close}
    >
      <AttemptError error={remove.error} button="Delete Class" />
      {isUsed && row && !row.has_ended && (
        <Button
          variant="default"
          onClick={() => {
            close()
            onEnd(row)
          }}
        >
          End Class…
        </Button>
      )}
    </ConfirmDialog>
  )
}
