import { Textarea, type TextareaProps } from '@mantine/core'

/** Notes on what is booked, which the customer can read; the field grows with them. */
export const NotesField = (field: TextareaProps) => (
  <Textarea
    label="Notes"
    description="The customer can see these."
    autosize
    minRows={1}
    maxRows={6}
    maxLength={2_000}
    {...field}
  />
)
