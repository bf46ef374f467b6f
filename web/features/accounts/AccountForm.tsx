import { Button, type ButtonProps, type PasswordInputProps } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { Form } from '../../components/form/useForm.ts'
import { Actions, Row } from '../../ui/layout.tsx'
import classes from './AccountForm.module.css'
import { Refusal } from './FormNotice.tsx'
import { PasswordField } from './PasswordField.tsx'

interface AccountFormProps extends Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> {
  form: Pick<Form<object>, 'element' | 'onSubmit' | 'isBusy' | 'isPending' | 'problem'>
  submit: string
  /** What the button that submits has of its own; it then stands in no row. */
  button?: ButtonProps & { 'aria-describedby'?: string }
  cancel?: string
  onCancel?: () => void
  /** Its buttons stand one below the other, as in every dialog. */
  inDialog?: boolean
  /** Why it was refused, in place of the reason itself; null where that is said above the fields. */
  notice?: ReactNode
  /** Below the buttons. */
  foot?: ReactNode
}

/** A form of the account and of signing in: its fields, why it was refused, and its buttons. */
export function AccountForm(props: AccountFormProps) {
  const {
    form,
    submit,
    button,
    cancel = 'Cancel',
    onCancel,
    inDialog,
    notice,
    foot,
    children,
    ...rest
  } = props
  const Buttons = inDialog ? Actions : Row
  const send = (
    <Button type="submit" loading={form.isBusy} {...(button ?? { color: 'stitch.6' })}>
      {submit}
    </Button>
  )
  return (
    <form
      ref={form.element}
      method="post"
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit}
      {...rest}
    >
      {children}
      {notice === undefined ? <Refusal error={form.problem} /> : notice}
      {button ? (
        send
      ) : (
        <Buttons>
          {send}
          {onCancel && (
            <Button variant="default" onClick={onCancel} disabled={form.isPending}>
              {cancel}
            </Button>
          )}
        </Buttons>
      )}
      {foot}
    </form>
  )
}

/** The password proves that the owner asks, and not someone with a borrowed phone. */
export const CurrentPasswordField = (props: PasswordInputProps) => (
  <PasswordField
    label="Current Password"
    name="current_password"
    autoComplete="current-password"
    {...props}
  />
)

/** The rule of that field. */
export const needsCurrentPassword = (password: string): string | null =>
  password ? null : 'Please enter your current password.'

/** The rule of a field for a code. */
export const needsCode = (code: string): string | null => (code.trim() ? null : 'Enter the code.')
