import { Checkbox, TextInput } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { fieldProblem, isRefusal } from '../../api/apiError.ts'
import { signUp } from '../../api/auth.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { notAnEmail } from '../../components/email.ts'
import { useForm } from '../../components/form/useForm.ts'
import fieldClasses from '../../components/formFields.module.css'
import { Text } from '../../ui/layout.tsx'
import { stayInField } from '../../ui/pressGuard.ts'
import { AccountForm } from './AccountForm.tsx'
import { AuthLink, useReturnTo } from './AuthLink.tsx'
import classes from './AuthPage.module.css'
import { isPasswordRefusal, sentenceOf } from './accountTexts.ts'
import { Refusal } from './FormNotice.tsx'
import { ConfirmPasswordField, NewPasswordField } from './PasswordField.tsx'
import { emptySignUp, missingForSignUp, type SignUpValues, signUpProblems } from './signUpRules.ts'
import { submitLook } from './submitLook.ts'

/** Details that a link to the form brings along, because the person has typed them before. */
interface Newcomer {
  name: string
  phone: string
  email: string
  /** The secret of the invitation that was mailed to the address. */
  invitation?: string
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
  const { invitation, ...newcomer } = useLocation({
    select: ({ state }) => state.newcomer ?? {},
  }) as Partial<Newcomer>
  const form = useForm({
    values: { ...emptySignUp, ...newcomer },
    check: signUpProblems,
    checksLeft: true,
    send: async (values) => {
      await signUp({
        ...accountOf(values),
        ...returnTo,
        ...(invitation ? { invitation_token: invitation } : {}),
      })
      return values.email.trim()
    },
    onDone: onCreated,
    refusedAt: (error) => {
      if (isPasswordRefusal(error)) return { password: error.message }
      const phone = fieldProblem(error, 'phone_number')
      if (phone) return { phone }
      return isRefusal(error, 'invalid_input') ? { email: notAnEmail } : undefined
    },
  })
  const missing = missingForSignUp(form.values)

  return (
    <AccountForm
      form={form}
      onMouseDown={stayInField}
      aria-labelledby="auth-heading"
      submit="Create Account"
      button={{ ...submitLook, disabled: missing.length > 0, 'aria-describedby': 'sign-up-missing' }}
      notice={<Refusal error={form.problem} textOf={sentenceOf} />}
      foot={
        <>
          <Text tone="dim" size="sm" id="sign-up-missing" className={classes.hint}>
            {missing.length > 0 && `Still needed: ${missing.join(', ')}.`}
          </Text>
          <div className={classes.links}>
            <AuthLink mode="login">Already have an account? Sign In</AuthLink>
          </div>
        </>
      }
    >
      <TextInput
        label="Full Name"
        classNames={{ label: fieldClasses.label }}
        autoComplete="name"
        required
        maxLength={100}
        {...form.field('name')}
      />
      <EmailField autoComplete="email" {...form.field('email')} />
      <TextInput
        label="Phone (optional)"
        classNames={{ label: fieldClasses.label }}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        {...form.field('phone')}
      />
      <NewPasswordField
        label="Password"
        owner={{ full_name: form.values.name.trim(), email: form.values.email.trim() }}
        {...form.field('password')}
      />
      <ConfirmPasswordField
        label="Confirm Password"
        password={form.values.password}
        {...form.field('confirmation')}
      />
      <div className={fieldClasses.unseen} aria-hidden>
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...form.field('website')} />
        </label>
      </div>
      <Checkbox label={<TermsLabel />} {...form.tick('terms')} />
    </AccountForm>
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
