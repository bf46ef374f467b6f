import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/apiError.ts'
import { call } from '../../../api/call.ts'
import { type ProofBy, registerProver } from '../../../api/proof.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { DialogOf } from '../../../ui/DialogOf.tsx'
import { Text } from '../../../ui/layout.tsx'
import { AccountForm, CurrentPasswordField } from '../../accounts/AccountForm.tsx'
import { CodeField } from '../../accounts/CodeField.tsx'

interface Asked {
  readonly by: ProofBy
  readonly answer: (proved: boolean) => void
}

/**
 * Asks who is there before a role is changed, money given back, someone deleted, a setting saved or a file with people's data
 * downloaded, where that was last proved more than ten minutes ago. What was pressed goes on by itself afterwards.
 */
export function ProofDialog() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => registerProver((by) => new Promise((answer) => setAsked({ by, answer }))), [])
  const close = (proved: boolean) => {
    asked?.answer(proved)
    setAsked(undefined)
  }
  return (
    <DialogOf of={asked} onClose={() => close(false)} title="Confirm It’s You" startsInField>
      {({ by }) => <ProofForm by={by} onProved={() => close(true)} onCancel={() => close(false)} />}
    </DialogOf>
  )
}

interface ProofFormProps {
  by: ProofBy
  onProved: () => void
  onCancel: () => void
}

function ProofForm({ by, onProved, onCancel }: ProofFormProps) {
  const form = useForm({
    values: { proof: '' },
    check: {
      proof: (proof) => (proof ? null : by === 'code' ? 'Enter the code.' : 'Enter your password.'),
    },
    send: ({ proof }) => call('POST /api/me/proof', by === 'code' ? { code: proof } : { password: proof }),
    onDone: onProved,
    refusedAt: (error) => (isWrong(error) ? { proof: error.message } : undefined),
  })
  const Field = by === 'code' ? CodeField : CurrentPasswordField
  return (
    <AccountForm form={form} aria-label="Confirm It’s You" submit="Confirm" onCancel={onCancel} inDialog>
      <Text below="lg">
        {by === 'code'
          ? 'Enter the code from your authenticator app, or a recovery code. We won’t ask again for ten minutes.'
          : 'Enter your password. We won’t ask again for ten minutes.'}
      </Text>
      <Field data-autofocus {...form.field('proof')} />
    </AccountForm>
  )
}

const isWrong = (error: Error): boolean =>
  error instanceof ApiError &&
  ['one_time_code_wrong', 'current_password_wrong', 'invalid_input'].includes(error.code)
