import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './formFields.module.css'

/** A field for an e-mail address, without the keyboard's corrections. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      classNames={{ label: classes.label }}
      {...props}
    />
  )
}
