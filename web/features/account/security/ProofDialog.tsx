import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/apiError.ts'
import { call } from '../../../api/call.ts'
import { type ProofBy, registerProver } from '../../../api/proof.ts'
import { focusField } from '../../../components/focusField.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { CodeField } from '../../accounts/CodeField.tsx'
import { CurrentPasswordField, SecurityForm } from './SecurityForm.tsx'

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
    <Dialog opened={asked !== undefined} onClose={() => close(false)} title="Confirm It’s You" startsInField>
      {asked && <ProofForm by={asked.by} onProved={() => close(true)} onCancel={() => close(false)} />}
    </Dialog>
  )
}

interface ProofFormProps {
  by: ProofBy
  onProved: () => void
  onCancel: () => void
}

function ProofForm({ by, onProved, onCancel }: ProofFormProps) {
  const form = useForm({
    initialValues: { proof: '' },
    validate: {
      proof: (proof) => (proof ? null : by === 'code' ? 'Enter the code.' : 'Enter your password.'),
    },
  })
  const prove = useMutation({
    mutationFn: ({ proof }: { proof: string }) =>
      call('POST /api/me/proof', by === 'code' ? { code: proof } : { password: proof }),
    onSuccess: onProved,
    onError: (error) => {
      if (!isWrong(error)) return
      form.setErrors({ proof: error.message })
      focusField(form, 'proof')
    },
  })
  const Field = by === 'code' ? CodeField : CurrentPasswordField
  return (
    <SecurityForm
      label="Confirm It’s You"
      form={form}
      request={prove}
      fieldOf={(error) => (isWrong(error) ? 'proof' : null)}
      submit="Confirm"
      onCancel={onCancel}
      inDialog
    >
      <p className={dialogContent.text}>
        {by === 'code'
          ? 'Enter the code from your authenticator app, or a recovery code. We won’t ask again for ten minutes.'
          : 'Enter your password. We won’t ask again for ten minutes.'}
      </p>
      <Field data-autofocus {...form.getInputProps('proof')} />
    </SecurityForm>
  )
}

const isWrong = (error: Error): boolean =>
  error instanceof ApiError &&
  ['one_time_code_wrong', 'current_password_wrong', 'invalid_input'].includes(error.code)
