import '@mantine/core/styles/Input.layer.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import classes from '../features/accounts/authForm.module.css'

/** An e-mail address, typed without a keyboard that corrects it. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      classNames={{ label: classes.label }}
      {...props}
    />
  )
}
