import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconShieldLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefusal } from '../../../api/apiError.ts'
import { renewRecoveryCodes, secondFactorQuery, stopSecondFactor } from '../../../api/secondFactor.ts'
import { sessionKey } from '../../../api/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { CodeField } from '../../accounts/CodeField.tsx'
import { RecoveryCodes } from '../../accounts/RecoveryCodes.tsx'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityCard.tsx'
import { CurrentPasswordField, needsCurrentPassword, SecurityForm, showAtField } from './SecurityForm.tsx'

/** Two-step sign-in: whether it is on, setting it up, new recovery codes, turning it off. */
export function SecondFactorSection() {
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const [open, setOpen] = useState<'codes' | 'off'>()
  const close = () => setOpen(undefined)
  return (
    <SecurityCard icon={IconShieldLock} title="Two-step sign-in">
      {!data && (error ? <CardProblem error={error} onRetry={() => void refetch()} /> : <CardPending />)}
      {data && !data.enabled && (
        <>
          <p className={classes.line}>
            A code from your phone, asked for after the password, keeps others out.
          </p>
          <div className={classes.actions}>
            <Button
              variant="default"
              renderRoot={(root) => (
                <Link {...root} to="/second-factor" search={{ redirect: '/account?tab=profile' }} />
              )}
            >
              Set up two-step sign-in
            </Button>
          </div>
        </>
      )}
      {data?.enabled && (
        <>
          <p className={classes.line}>
            On. {data.required && 'Your role needs it. '}
            {data.recovery_codes_left === 1
              ? '1 recovery code is left.'
              : `${data.recovery_codes_left} recovery codes are left.`}
          </p>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setOpen('codes')}>
              New recovery codes
            </Button>
            {!data.required && (
              <Button variant="default" onClick={() => setOpen('off')}>
                Turn off
              </Button>
            )}
          </div>
        </>
      )}
      <Dialog opened={open === 'codes'} onClose={close} title="New recovery codes" startsInField>
        {open === 'codes' && <CodesForm onDone={close} />}
      </Dialog>
      <Dialog opened={open === 'off'} onClose={close} title="Turn off two-step sign-in?" startsInField>
        {open === 'off' && <OffForm onDone={close} />}
      </Dialog>
    </SecurityCard>
  )
}

function CodesForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = usePasswordAndCode()
  const renew = useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
    onError: (error) => showAtField(form, fieldOf(error), error),
  })
  if (renew.data) return <RecoveryCodes codes={renew.data} onDone={onDone} />
  return (
    <SecurityForm
      label="New recovery codes"
      form={form}
      request={renew}
      fieldOf={fieldOf}
      submit="Make new codes"
      onCancel={onDone}
      inDialog
    >
      <p className={classes.line}>The codes that you have now stop working.</p>
      <CurrentPasswordField data-autofocus {...form.getInputProps('password')} />
      <CodeField
        description="One of your recovery codes works too."
        inputMode="text"
        {...form.getInputProps('code')}
      />
    </SecurityForm>
  )
}

function OffForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = usePasswordAndCode()
  const stop = useMutation({
    mutationFn: stopSecondFactor,
    onSuccess: async () => {
      await Promise.all(
        [secondFactorQuery.queryKey, sessionKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      toast.success('Two-step sign-in is off.')
      onDone()
    },
    onError: (error) => showAtField(form, fieldOf(error), error),
  })
  return (
    <SecurityForm
      label="Turn off two-step sign-in"
      form={form}
      request={stop}
      fieldOf={fieldOf}
      submit="Turn off"
      onCancel={onDone}
      inDialog
    >
      <p className={classes.line}>From then on, only your password is needed.</p>
      <CurrentPasswordField data-autofocus {...form.getInputProps('password')} />
      <CodeField {...form.getInputProps('code')} />
    </SecurityForm>
  )
}

const usePasswordAndCode = () =>
  useForm({
    initialValues: { password: '', code: '' },
    validate: { password: needsCurrentPassword, code: (code) => (code.trim() ? null : 'Enter the code.') },
  })

function fieldOf(error: Error): 'password' | 'code' | null {
  if (isRefusal(error, 'current_password_wrong')) return 'password'
  return isRefusal(error, 'one_time_code_wrong') ? 'code' : null
}
