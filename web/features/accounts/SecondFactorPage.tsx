import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmSecondFactor, type SecondFactorKeys, startSecondFactor } from '../../api/secondFactor.ts'
import { useSession } from '../../api/session.ts'
import { useForm } from '../../components/form/useForm.ts'
import { LinkStep } from '../../components/LinkStep.tsx'
import { QrCode } from '../../components/QrCode.tsx'
import { Grid, textLink } from '../../ui/layout.tsx'
import { AccountForm, CurrentPasswordField, needsCurrentPassword } from './AccountForm.tsx'
import { sentenceOf } from './accountTexts.ts'
import { CodeField } from './CodeField.tsx'
import { Refusal } from './FormNotice.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactorPage.module.css'

type Step = 'password' | 'app' | 'codes'

/** Sets up two-step sign-in: the password, the key for the app with the first code, the recovery codes. */
export function SecondFactorPage({ goOn }: { goOn: string }) {
  const [step, setStep] = useState<Step>('password')
  const [keys, setKeys] = useState<SecondFactorKeys>()
  const session = useSession()
  const { history } = useRouter()
  const mustSetUp = session.status === 'signed-in' && session.mustSetUp
  if (step === 'codes' && keys) {
    return (
      <LinkStep key={step} kind="done" heading="Keep Your Recovery Codes" answer>
        <p>
          Two-step login is on, and your other devices are logged out. If you lose your phone, each of these
          codes signs you in once. They are not shown again.
        </p>
        <RecoveryCodes codes={keys.recovery_codes} onDone={() => history.replace(goOn)} />
      </LinkStep>
    )
  }
  if (step === 'app' && keys) {
    return (
      <LinkStep key={step} kind="secure" heading="Add the Key to Your App" answer>
        <AppStep keys={keys} onDone={() => setStep('codes')} />
      </LinkStep>
    )
  }
  return (
    <LinkStep kind="secure" heading="Two-Step Login" answer={false}>
      <p>
        {mustSetUp
          ? 'Your role gives you access to customers’ details, so a password isn’t enough. Setting this up takes two minutes.'
          : 'After your password, a code from an app on your phone is asked for. Someone who only knows your password can’t get in.'}
      </p>
      <p>
        You need an authenticator app, such as the one in your phone’s password settings, Google Authenticator
        or 1Password.
      </p>
      <PasswordStep
        onDone={(set) => {
          setKeys(set)
          setStep('app')
        }}
      />
    </LinkStep>
  )
}

function PasswordStep({ onDone }: { onDone: (keys: SecondFactorKeys) => void }) {
  const form = useForm({
    values: { password: '' },
    check: { password: needsCurrentPassword },
    send: ({ password }) => startSecondFactor(password),
    onDone,
    fieldOf: { current_password_wrong: 'password' },
  })
  return (
    <AccountForm
      form={form}
      aria-label="Your password"
      submit="Set Up"
      button={{ size: 'lg', color: 'stitch.6' }}
      notice={<Refusal error={form.problem} textOf={sentenceOf} />}
    >
      <CurrentPasswordField {...form.field('password')} />
    </AccountForm>
  )
}

function AppStep({ keys, onDone }: { keys: SecondFactorKeys; onDone: () => void }) {
  const queryClient = useQueryClient()
  const secret = new URL(keys.totp_uri).searchParams.get('secret') ?? ''
  const form = useForm({
    values: { code: '' },
    check: { code: (code) => (/^\s*(\d\s*){6}$/.test(code) ? null : 'Enter the six digits.') },
    send: ({ code }) => confirmSecondFactor(queryClient, code),
    onDone,
    fieldOf: { one_time_code_wrong: 'code' },
  })
  return (
    <AccountForm
      form={form}
      aria-label="First code"
      submit="Turn On"
      button={{ size: 'lg', color: 'stitch.6' }}
      notice={<Refusal error={form.problem} textOf={sentenceOf} />}
    >
      <Grid className={classes.key}>
        <QrCode
          text={keys.totp_uri}
          label="Key for your authenticator app, as a QR code"
          className={classes.qr}
        />
        <div>
          <p>Scan this with your app. On this phone, open it instead:</p>
          <p>
            <a className={textLink} href={keys.totp_uri}>
              Add to an app on this device
            </a>
          </p>
          <p className={classes.manual}>
            Or type this key: <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </div>
      </Grid>
      <CodeField label="Code that the app shows now" {...form.field('code')} />
    </AccountForm>
  )
}
