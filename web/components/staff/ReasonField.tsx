import { Textarea, type TextareaProps } from '@mantine/core'
import { isRefusal } from '../../api/apiError.ts'

/** Whether an attempt only lacks the reason: that is said at its field, and nowhere else. */
export const lacksReason = (error: unknown): boolean => isRefusal(error, 'override_reason_required')

export const enterReason = 'Enter a reason.'

/** Why staff do what a rule does not allow by itself; the audit log keeps it. */
export const ReasonField = ({
  description = 'This differs from the policy. Enter a reason.',
  ...field
}: TextareaProps) => (
  <Textarea
    size="md"
    label="Reason"
    description={description}
    autosize
    minRows={1}
    maxLength={500}
    {...field}
  />
)
