import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { renewRecoveryCodes, secondFactorQuery, stopSecondFactor } from '../../../api/secondFactor.ts'
import { sessionKey } from '../../../api/session.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { DialogOf } from '../../../ui/DialogOf.tsx'
import { Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import {
  AccountForm,
  CurrentPasswordField,
  needsCode,
  needsCurrentPassword,
} from '../../accounts/AccountForm.tsx'
import { CodeField } from '../../accounts/CodeField.tsx'
import { RecoveryCodes } from '../../accounts/RecoveryCodes.tsx'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityCard.tsx'

/** Two-step sign-in: whether it is on, setting it up, new recovery codes, turning it off. */
export function SecondFactorSection() {
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const [open, setOpen] = useState<'codes' | 'off'>()
  const close = () => setOpen(undefined)
  return (
    <SecurityCard icon={IconShieldLock} title="Two-Step Login">
      {!data && (error ? <CardProblem error={error} onRetry={() => void refetch()} /> : <CardPending />)}
      {data && !data.enabled && (
        <>
          <Text breaks>A code from your phone, asked for after the password, keeps others out.</Text>
          <div className={classes.actions}>
            <Button
              variant="default"
              renderRoot={(root) => (
                <Link {...root} to="/second-factor" search={{ redirect: '/account?tab=profile' }} />
              )}
            >
              Set Up Two-Step Login
            </Button>
          </div>
        </>
      )}
      {data?.enabled && (
        <>
          <Text breaks>
            On. {data.required && 'Your role needs it. '}
            {data.recovery_codes_left === 1
              ? '1 recovery code is left.'
              : `${data.recovery_codes_left} recovery codes are left.`}
          </Text>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setOpen('codes')}>
              New Recovery Codes
            </Button>
            {!data.required && (
              <Button variant="default" onClick={() => setOpen('off')}>
                Turn Off
              </Button>
            )}
          </div>
        </>
      )}
      <DialogOf
        of={open}
        onClose={close}
        title={(shown) => (shown === 'codes' ? 'New Recovery Codes' : 'Turn Off Two-Step Login?')}
        startsInField
      >
        {(shown) => (shown === 'codes' ? <CodesForm onDone={close} /> : <OffForm onDone={close} />)}
      </DialogOf>
    </SecurityCard>
  )
}

const proof = {
  values: { password: '', code: '' },
  check: { password: needsCurrentPassword, code: needsCode },
  fieldOf: { current_password_wrong: 'password', one_time_code_wrong: 'code' },
} as const

function CodesForm({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const form = useForm({
    ...proof,
    send: renewRecoveryCodes,
    touches: [secondFactorQuery.queryKey],
    pendingUntilRefreshed: true,
    onDone: setCodes,
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <AccountForm
      form={form}
      aria-label="New recovery codes"
      submit="Make New Codes"
      onCancel={onDone}
      inDialog
    >
      <Text breaks>The codes that you have now stop working.</Text>
      <CurrentPasswordField data-autofocus {...form.field('password')} />
      <CodeField
        description="One of your recovery codes works too."
        inputMode="text"
        {...form.field('code')}
      />
    </AccountForm>
  )
}

function OffForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    ...proof,
    send: stopSecondFactor,
    touches: [secondFactorQuery.queryKey, sessionKey],
    pendingUntilRefreshed: true,
    onDone: () => {
      toast.success('Two-step login is off.')
      onDone()
    },
  })
  return (
    <AccountForm
      form={form}
      aria-label="Turn Off Two-Step Login"
      submit="Turn Off"
      onCancel={onDone}
      inDialog
    >
      <Text breaks>From then on, only your password is needed.</Text>
      <CurrentPasswordField data-autofocus {...form.field('password')} />
      <CodeField {...form.field('code')} />
    </AccountForm>
  )
}
