import { TextInput, type TextInputProps } from '@mantine/core'
import fieldClasses from '../../components/formFields.module.css'
import classes from './CodeField.module.css'

/** A code of the authenticator app, which phones and password managers fill in. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label="Code from Your Authenticator App"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={40}
    required
    classNames={{ label: fieldClasses.label ?? '', input: classes.code ?? '' }}
    {...props}
    aria-invalid={props.error ? true : undefined}
  />
)
