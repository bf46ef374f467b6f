import { Button, TextInput } from '@mantine/core'
import { IconClock, IconPhoto, IconTag } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isRefusal } from '../../api/apiError.ts'
import { apiFetch, problemOf } from '../../api/client.ts'
import { EmailField } from '../../components/EmailField.tsx'
import { notAnEmail } from '../../components/email.ts'
import fieldClasses from '../../components/formFields.module.css'
import { usePageTitle } from '../../components/usePageTitle.ts'
import classes from './AuthPage.module.css'
import { isPasswordRefusal, sentenceOf, texts } from './accountTexts.ts'
import { FormNotice } from './FormNotice.tsx'
import { PasswordField } from './PasswordField.tsx'

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
            <ul className={classes.reasons}>
              {useful.map(({ icon: Icon, text }) => (
                <li key={text}>
                  <Icon size={20} aria-hidden /> {text}
                </li>
              ))}
            </ul>
          </div>
        </aside>
        <section className={classes.panel} aria-labelledby="setup-heading">
          <h1 id="setup-heading" className={classes.heading}>
            Welcome. Let’s open up.
          </h1>
          <div className={classes.form}>
            <p className={classes.intro}>You become the owner. Staff and coaches come later.</p>
            <OwnerForm />
          </div>
        </section>
      </div>
    </div>
  )
}

type Field = 'code' | 'name' | 'email' | 'password'
type Problems = Partial<Record<Field, string>>

function OwnerForm() {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ code: '', name: '', email: '', password: '' })
  const [problems, setProblems] = useState<Problems>({})
  const create = useMutation({
    mutationFn: () => setUpOwner(values),
    // Loaded as a whole: until now the browser was nobody's.
    onSuccess: () => location.assign('/admin/setup'),
    onError: (error) => refuse(problemsOf(error)),
  })

  function refuse(found: Problems) {
    setProblems(found)
    const [first] = Object.keys(found)
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  const field = (name: Field) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: FormEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.currentTarget.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  return (
    <form
      ref={form}
      method="post"
      className={classes.form}
      noValidate
      aria-labelledby="setup-heading"
      onSubmit={(event) => {
        event.preventDefault()
        const missing = Object.entries(missingWords).filter(([name]) => values[name as Field].trim() === '')
        if (missing.length > 0) refuse(Object.fromEntries(missing))
        else create.mutate()
      }}
    >
      <TextInput
        label="One-time code"
        description="It was shown where Dugout was started, and works once."
        classNames={{ label: fieldClasses.label }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="K7QM-24XR"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        required
        withAsterisk={false}
        {...field('code')}
      />
      <TextInput
        label="Your Name"
        classNames={{ label: fieldClasses.label }}
        autoComplete="name"
        maxLength={100}
        required
        withAsterisk={false}
        {...field('name')}
      />
      <EmailField autoComplete="email" {...field('email')} />
      <PasswordField
        label="Password"
        description="At least 10 characters. A few words are easy to remember."
        autoComplete="new-password"
        {...field('password')}
      />
      <FormNotice
        notice={
          create.error && Object.keys(problemsOf(create.error)).length === 0
            ? { kind: 'error', text: sentenceOf(create.error) }
            : undefined
        }
      />
      <Button type="submit" size="lg" fullWidth className={classes.submit} loading={create.isPending}>
        Create My Account
      </Button>
    </form>
  )
}

/** Makes the account of the facility's owner, with the code that the server printed, and signs in with it. */
async function setUpOwner(owner: Record<Field, string>): Promise<void> {
  const response = await apiFetch('/api/auth/set-up-owner', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(owner),
  })
  if (!response.ok) throw await problemOf(response)
}

const missingWords: Readonly<Record<Field, string>> = {
  code: 'Enter the code.',
  name: 'Enter your name.',
  email: texts.enterEmail,
  password: 'Choose a password.',
}

/** What the server refused, at its field; nothing where it is about none. */
function problemsOf(error: unknown): Problems {
  if (isRefusal(error, 'setup_code_invalid')) return { code: error.message }
  if (isRefusal(error, 'user_exists')) return { email: error.message }
  if (isPasswordRefusal(error)) return { password: error.message }
  return isRefusal(error, 'invalid_input') ? { email: notAnEmail } : {}
}
