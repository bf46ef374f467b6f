import { TextInput } from '@mantine/core'
import { IconClock, IconPhoto, IconTag } from '@tabler/icons-react'
import { staffPasswordMinimum } from '../../../shared/domain/people/password.ts'
import { isRefusal } from '../../api/apiError.ts'
import { apiFetch, problemOf } from '../../api/client.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { notAnEmail } from '../../components/email.ts'
import { useForm } from '../../components/form/useForm.ts'
import fieldClasses from '../../components/formFields.module.css'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { Grid, Text } from '../../ui/layout.tsx'
import { AccountForm } from './AccountForm.tsx'
import classes from './AuthPage.module.css'
import { isPasswordRefusal, sentenceOf, texts } from './accountTexts.ts'
import { Refusal } from './FormNotice.tsx'
import { NewPasswordField } from './PasswordField.tsx'
import { submitLook } from './submitLook.ts'

const useful = [
  { icon: IconClock, text: 'Your opening hours' },
  { icon: IconTag, text: 'Prices for 30 and 60 minutes' },
  { icon: IconPhoto, text: 'A few pictures, if you have them' },
]

/** `/setup`: whoever started Dugout makes the owner's account with the code that was printed there. */
export function OwnerSetupPage() {
  usePageTitle('Set Up')
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <aside className={classes.picture}>
          <img
            src="/pictures/hero-3-800.webp"
            width={800}
            height={450}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <div className={classes.words}>
            <p className={classes.slogan}>Good to have at hand</p>
            <Grid as="ul" gap="xs" className={classes.reasons}>
              {useful.map(({ icon: Icon, text }) => (
                <li key={text}>
                  <Icon size={20} aria-hidden /> {text}
                </li>
              ))}
            </Grid>
          </div>
        </aside>
        <section className={classes.panel} aria-labelledby="setup-heading">
          <h1 id="setup-heading" className={classes.heading}>
            Welcome. Let’s open up.
          </h1>
          <OwnerForm />
        </section>
      </div>
    </div>
  )
}

const empty = { code: '', name: '', email: '', password: '' }
type Owner = typeof empty

function OwnerForm() {
  const form = useForm({
    values: empty,
    check: {
      code: required('Enter the code.'),
      name: required('Enter your name.'),
      email: required(texts.enterEmail),
      password: required('Choose a password.'),
    },
    send: setUpOwner,
    // Loaded as a whole: until now the browser was nobody's.
    onDone: () => location.assign('/admin/setup'),
    refusedAt: problemsOf,
  })
  return (
    <AccountForm
      form={form}
      aria-labelledby="setup-heading"
      submit="Create My Account"
      button={submitLook}
      notice={<Refusal error={form.problem} textOf={sentenceOf} />}
    >
      <Text tone="dim">You become the owner. Staff and coaches come later.</Text>
      <TextInput
        label="One-time Code"
        description="It was shown where Dugout was started, and works once."
        classNames={{ label: fieldClasses.label }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="K7QM-24XR"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        required
        data-private
        name="code"
        {...form.field('code')}
      />
      <TextInput
        label="Your Name"
        classNames={{ label: fieldClasses.label }}
        autoComplete="name"
        maxLength={100}
        required
        name="name"
        {...form.field('name')}
      />
      <EmailField autoComplete="email" name="email" {...form.field('email')} />
      <NewPasswordField
        label="Password"
        owner={{ full_name: form.values.name.trim(), email: form.values.email.trim() }}
        minimum={staffPasswordMinimum}
        name="password"
        {...form.field('password')}
      />
    </AccountForm>
  )
}

const required = (sentence: string) => (text: string) => (text.trim() ? null : sentence)

/** Makes the account of the facility's owner, with the code that the server printed, and signs in with it. */
async function setUpOwner(owner: Owner): Promise<void> {
  const response = await apiFetch('/api/auth/set-up-owner', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(owner),
  })
  if (!response.ok) throw await problemOf(response)
}

/** What the server refused, at its field; nothing where it is about none. */
function problemsOf(error: Error): Partial<Owner> | undefined {
  if (isRefusal(error, 'setup_code_invalid')) return { code: error.message }
  if (isRefusal(error, 'user_exists')) return { email: error.message }
  if (isPasswordRefusal(error)) return { password: error.message }
  return isRefusal(error, 'invalid_input') ? { email: notAnEmail } : undefined
}
