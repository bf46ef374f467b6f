import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { HitChoice } from '../../../../components/staff/HitChoice.tsx'
import { Text } from '../../../../ui/layout.tsx'
import { Note } from '../../../../ui/Note.tsx'
import { toast } from '../../../../ui/toast.ts'

interface CloseDoorsProps {
  onClose: () => void
  /** With the run that cancels what was booked, if there is one. */
  onClosed: (runId: string | null) => void
}

/** Closes the doors again: why, and what becomes of what is booked. */
export function CloseDoors({ onClose, onClosed }: CloseDoorsProps) {
  const { data, error } = useQuery({ ...read('GET /api/opening/close'), staleTime: 0 })
  const form = useForm({
    values: { reason: '', on_hits: 'keep' as 'keep' | 'cancel' },
    send: (values, once) =>
      once('POST /api/opening/close', { ...values, fingerprint: data?.booked.fingerprint ?? '' }),
    touches: touches.opening,
    onDone: ({ run_id }) => {
      toast.success('Your doors are closed.')
      onClosed(run_id)
    },
  })
  return (
    <Form
      form={form}
      label="Close the doors"
      submit="Close the Doors"
      isIncomplete={!data || form.values.reason.trim() === ''}
      cancel="Stay Open"
      onCancel={onClose}
    >
      <Text below="lg">People can book nothing until you open again. Your staff can go on working.</Text>
      <TextInput
        label="What People Read"
        required
        maxLength={200}
        placeholder="Closed for the winter. We open again on March 1."
        {...form.field('reason')}
      />
      {data && data.booked.hits.length > 0 && (
        <HitChoice
          hits={data.booked}
          choice={form.values.on_hits}
          onChoose={(on_hits) => form.set({ on_hits })}
          kept="Keep Them"
        />
      )}
      {data && data.members > 0 && (
        <Note>
          {data.members === 1 ? '1 membership goes' : `${data.members} memberships go`} on being charged.
          Freeze or end them on the Membership page.
        </Note>
      )}
      <AttemptError error={error} button="Close the Doors" />
    </Form>
  )
}
