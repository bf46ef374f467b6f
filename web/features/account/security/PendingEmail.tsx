import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EmailChange } from '../../../../shared/contract/emailChange.ts'
import { api, problemOf } from '../../../api/client.ts'
import { emailChangeQuery } from '../../../api/queries/security.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import classes from './Security.module.css'

interface PendingEmailProps {
  change: EmailChange
  email: string
  /** Asks for a change to another address, or for new links. */
  onAnother: () => void
}

/** A change that waits for its links: which of the two were followed. */
export function PendingEmail({ change, email, onAnother }: PendingEmailProps) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: async () => {
      const response = await api.me['email-change'].$delete()
      if (!response.ok) throw await problemOf(response)
    },
    onSuccess: () => queryClient.setQueryData(emailChangeQuery.queryKey, { change: null }),
  })
  return (
    <>
      <p className={classes.line}>
        To change it to <strong>{change.new_email}</strong>, open both links that we mailed, within 24 hours:
      </p>
      <ul className={classes.steps}>
        <Mailed done={change.approved}>agree in the mail to {email}</Mailed>
        <Mailed done={change.confirmed}>confirm in the mail to {change.new_email}</Mailed>
      </ul>
      <FormNotice notice={cancel.error ? { kind: 'error', text: cancel.error.message } : undefined} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onAnother}>
          Send new links
        </Button>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Keep my email
        </Button>
      </div>
    </>
  )
}

function Mailed({ done, children }: { done: boolean; children: ReactNode }) {
  const Mark = done ? IconCircleCheck : IconCircle
  return (
    <li className={classes.step} data-done={done || undefined}>
      <Mark size={20} aria-hidden />
      <span>
        {done ? 'Done: ' : 'To do: '}
        {children}
      </span>
    </li>
  )
}
