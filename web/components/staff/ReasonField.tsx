import { Textarea, type TextareaProps } from '@mantine/core'

/** Why staff do what a rule does not allow by itself; the audit log keeps it. */
export const ReasonField = ({
  description = 'This differs from the policy. Enter a reason.',
  ...field
}: TextareaProps) => (
  <Textarea label="Reason" description={description} autosize minRows={1} maxLength={500} {...field} />
)
