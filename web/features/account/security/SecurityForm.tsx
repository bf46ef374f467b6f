import { Button, type PasswordInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { focusField } from '../../../components/focusField.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import { PasswordField } from '../../accounts/PasswordField.tsx'
import classes from './Security.module.css'

interface SecurityFormProps<Values extends Record<string, unknown>> {
  label: string
  form: UseFormReturnType<Values>
  /** The change that the form asks for. */
  request: { mutate: (values: Values) => void; isPending: boolean; error: Error | null }
  /** The field that a refusal is about; null shows the refusal above the buttons. */
  fieldOf: (error: Error) => string | null
  submit: string
  cancel?: string
  onCancel: () => void
  /** Its buttons stand one below the other, as in every dialog. */
  inDialog?: boolean
  children: ReactNode
}

/** A form that changes how the account is secured: its fields, what failed, and two buttons. */
export function SecurityForm<Values extends Record<string, unknown>>(props: SecurityFormProps<Values>) {
  const { label, form, request, fieldOf, submit, cancel = 'Cancel', onCancel, inDialog, children } = props
  const failure = request.error && !fieldOf(request.error) ? request.error.message : undefined
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={label}
      onSubmit={form.onSubmit(
        (values) => {
          if (!request.isPending) request.mutate(values)
        },
        (problems) => focusField(form, Object.keys(problems)[0] ?? ''),
      )}
    >
      {children}
      <FormNotice notice={failure ? { kind: 'error', text: failure } : undefined} />
      <div className={inDialog ? dialogContent.buttons : classes.actions}>
        <Button type="submit" color="stitch.6" loading={request.isPending}>
          {submit}
        </Button>
        <Button variant="default" onClick={onCancel} disabled={request.isPending}>
          {cancel}
        </Button>
      </div>
    </form>
  )
}

/** Shows a refusal at the field that it is about, and moves the focus there. */
export function showAtField<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  field: string | null,
  { message }: Error,
): void {
  if (field === null) return
  form.setFieldError(field, message)
  focusField(form, field)
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
