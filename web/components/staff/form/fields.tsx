import { TextInput, type TextInputProps } from '@mantine/core'

/** Fields about someone else: the browser must not fill in the name and number of the person who uses it. */
export const NameField = (props: TextInputProps) => (
  <TextInput label="Full Name" required maxLength={200} autoComplete="off" {...props} />
)

export const PhoneField = (props: TextInputProps) => (
  <TextInput label="Phone (optional)" type="tel" maxLength={40} autoComplete="off" {...props} />
)
