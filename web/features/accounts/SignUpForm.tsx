import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { fieldProblem, isRefusal } from '../../api/apiError.ts'
import { signUp } from '../../api/auth.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { notAnEmail } from '../../components/email.ts'
import { focusField } from '../../components/focusField.ts'
import fieldClasses from '../../components/formFields.module.css'
import { stayInField } from '../../ui/pressGuard.ts'
import { AuthLink, useReturnTo } from './AuthLink.tsx'
import classes from './AuthPage.module.css'
import { isPasswordRefusal, sentenceOf } from './accountTexts.ts'
import { FormNotice } from './FormNotice.tsx'
import { ConfirmPasswordField, PasswordField } from './PasswordField.tsx'
import { emptySignUp, missingForSignUp, type SignUpValues, signUpProblems } from './signUpRules.ts'

/** Details that a link to the form brings along, because the person has typed them before. */
interface Newcomer {
  name: string
  phone: string
  email: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the sign-up form. Not in the address, which servers and browser histories keep. */
    newcomer?: Newcomer
  }
}

export interface SignUpFormProps {
  onCreated: (email: string) => void
}

/** Creates an account; the button waits until the sign-up rules hold (spec 1 §2.9, §5). */
export default function SignUpForm({ onCreated }: SignUpFormProps) {
  const returnTo = useReturnTo()
  const newcomer = useLocation({ select: ({ state }) => state.newcomer })
  const form = useForm<SignUpValues>({
    initialValues: { ...emptySignUp, ...newcomer },
    validate: signUpProblems,
    validateInputOnBlur: true,
  })
  const create = useMutation({
    mutationFn: (values: SignUpValues) => signUp({ ...accountOf(values), ...returnTo }),
    onSuccess: (_nothing, { email }) => onCreated(email.trim()),
    onError: (error) => {
      if (isPasswordRefusal(error)) {
        form.setFieldError('password', error.message)
        focusField(form, 'password')
      } else if (fieldProblem(error, 'phone_number')) {
        form.setFieldError('phone', fieldProblem(error, 'phone_number'))
        focusField(form, 'phone')
      } else if (isRefusal(error, 'invalid_input')) {
        form.setFieldError('email', notAnEmail)
        focusField(form, 'email')
      }
    },
  })
  const missing = missingForSignUp(form.values)
  const elsewhere =
    create.error && !isPasswordRefusal(create.error) && !isRefusal(create.error, 'invalid_input')

  return (
    <form
      method="post"
      className={classes.form}
      onMouseDown={stayInField}
      onSubmit={form.onSubmit(
        (values) => create.mutate(values),
        (problems) => problems.phone && focusField(form, 'phone'),
      )}
      noValidate
      aria-labelledby="auth-heading"
    >
      <TextInput
        label="Full Name"
        classNames={{ label: fieldClasses.label }}
        autoComplete="name"
        required
        withAsterisk={false}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <EmailField autoComplete="email" {...form.getInputProps('email')} />
      <TextInput
        label="Phone (optional)"
        classNames={{ label: fieldClasses.label }}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        {...form.getInputProps('phone')}
      />
      <PasswordField label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
      <ConfirmPasswordField
        label="Confirm Password"
        password={form.values.password}
        {...form.getInputProps('confirmation')}
      />
      <div className={fieldClasses.unseen} aria-hidden>
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
        </label>
      </div>
      <Checkbox label={<TermsLabel />} {...form.getInputProps('terms', { type: 'checkbox' })} />
      <FormNotice notice={elsewhere ? { kind: 'error', text: sentenceOf(create.error) } : undefined} />
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={classes.submit}
        disabled={missing.length > 0}
        loading={create.isPending}
        aria-describedby="sign-up-missing"
      >
        Create Account
      </Button>
      <p id="sign-up-missing" className={classes.hint}>
        {missing.length > 0 && `Still needed: ${missing.join(', ')}.`}
      </p>
      <div className={classes.links}>
        <AuthLink mode="login">Already have an account? Sign In</AuthLink>
      </div>
    </form>
  )
}

const accountOf = ({ name, email, phone, password, website }: SignUpValues) => ({
  name: name.trim(),
  email: email.trim(),
  password,
  ...(phone.trim() ? { phone_number: phone.trim() } : {}),
  terms_accepted: true as const,
  website,
})

/** What is agreed to; an account also subscribes to the newsletter (spec 1 §2.8). */
function TermsLabel() {
  return (
    <>
      I agree to the{' '}
      <Link to="/terms" target="_blank" className={classes.inlineLink}>
        Terms and Conditions
      </Link>
      , which include receiving our newsletter. You can unsubscribe at any time.
    </>
  )
}
