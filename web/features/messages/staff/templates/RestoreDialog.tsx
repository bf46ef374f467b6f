import type { EmailTemplate } from '../../../../../shared/contract/messages/emailTemplates.ts'
import { refreshTemplates } from '../../../../api/queries/emailTemplates.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { TextDifference } from './TextDifference.tsx'

interface RestoreDialogProps {
  opened: boolean
  template: EmailTemplate
  onClose: () => void
  onRestored: (template: EmailTemplate) => void
}

/** Goes back to the standard text, after showing what is different. */
export function RestoreDialog({ opened, template, onClose, onRestored }: RestoreDialogProps) {
  const restore = useAttempt({
    send: (json: { expected_revision: number }, once) => {
      const param = { id: template.id }
      return once('POST /api/admin/email-templates/:id/restore', { ...param, ...json })
    },
    refresh: refreshTemplates,
  })
  async function confirm() {
    const outcome = await restore.attempt({ expected_revision: template.revision })
    if (outcome && 'answer' in outcome) onRestored(outcome.answer.template)
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Restore the Default?"
      text="The standard text is sent again. Yours stays in the history."
      label="Restore Default"
      isPending={restore.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <TextDifference before={template} after={template.default} same="Both texts are the same." />
      <AttemptError error={restore.error} button="Restore Default" />
    </ConfirmDialog>
  )
}
