import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../../api/apiError.ts'
import { closingQuery, refreshOpening } from '../../../../api/queries/opening.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import { toast } from '../../../../ui/toast.ts'
import { HitChoice } from '../closures/HitChoice.tsx'

interface CloseDoorsProps {
  onClose: () => void
  /** With the run that cancels what was booked, if there is one. */
  onClosed: (runId: string | null) => void
}

export const CloseDoorsDialog = ({ opened, ...props }: CloseDoorsProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={props.onClose} title="Close the Doors?" long wide>
    {opened && <CloseDoors {...props} />}
  </Dialog>
)

/** Closes the doors again: why, and what becomes of what is booked. */
function CloseDoors({ onClose, onClosed }: CloseDoorsProps) {
  const { data, error, refetch } = useQuery(closingQuery)
  const [choice, setChoice] = useState<'keep' | 'cancel'>('keep')
  const [reason, setReason] = useState('')
  const close = useAttempt({
    send: (json: { reason: string; on_hits: 'keep' | 'cancel'; fingerprint: string }, once) =>
      once('POST /api/opening/close', json),
    refresh: refreshOpening,
  })
  async function submit() {
    if (!data) return
    const { fingerprint } = data.booked
    const outcome = await close.attempt({ reason, on_hits: choice, fingerprint })
    if (!outcome) return
    if ('answer' in outcome) {
      toast.success('Your doors are closed.')
      onClosed(outcome.answer.run_id)
    } else if (isRefusal(outcome.error, 'closure_hits_changed')) void refetch()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className={dialogContent.text}>
        People can book nothing until you open again. Your staff can go on working.
      </p>
      <TextInput
        mb="md"
        label="What People Read"
        size="md"
        required
        withAsterisk={false}
        maxLength={200}
        placeholder="Closed for the winter. We open again on March 1."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {data && data.booked.hits.length > 0 && (
        <HitChoice hits={data.booked} choice={choice} onChoose={setChoice} kept="Keep Them" />
      )}
      {data && data.members > 0 && (
        <p className={dialogContent.notice} style={{ marginBlockStart: 'var(--mantine-spacing-md)' }}>
          {data.members === 1 ? '1 membership goes' : `${data.members} memberships go`} on being charged.
          Freeze or end them on the Membership page.
        </p>
      )}
      <AttemptError error={close.error ?? error} button="Close the Doors" />
      <div className={dialogContent.buttons}>
        <Button
          type="submit"
          color="stitch.6"
          loading={close.isPending}
          disabled={!data || reason.trim() === ''}
        >
          Close the Doors
        </Button>
        <Button variant="default" disabled={close.isPending} onClick={onClose}>
          Stay Open
        </Button>
      </div>
    </form>
  )
}
