import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { emailChangeQuery } from '../../../api/queries/security.ts'
import { sessionKey } from '../../../api/session.ts'
import { EmailForm } from './EmailForm.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityParts.tsx'

/** The address that the account is known by, and the way to another one that both addresses agree to. */
export function EmailSection({ email }: { email: string }) {
  const change = useQuery(emailChangeQuery)
  const [editing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const edit = (on: boolean) => {
    setEditing(on)
    setWasEditing(true)
  }
  const pending = change.data?.change
  useNewAddress(pending !== undefined && pending !== null)
  return (
    <SecurityCard icon={IconMail} title="Email">
      <p className={classes.value}>{email}</p>
      {change.isPending && <CardPending />}
      {change.error && !change.data && (
        <CardProblem error={change.error} onRetry={() => void change.refetch()} />
      )}
      {pending && !editing && <PendingEmail change={pending} email={email} onAnother={() => edit(true)} />}
      {change.data && editing && <EmailForm onDone={() => edit(false)} />}
      {change.data && !pending && !editing && (
        <>
          <p className={classes.line}>You sign in with it, and confirmations and receipts go there.</p>
          <div className={classes.actions}>
            <Button variant="default" autoFocus={wasEditing} onClick={() => edit(true)}>
              Change email
            </Button>
          </div>
        </>
      )}
    </SecurityCard>
  )
}

/** When a change that was under way is so no longer, the session may have another address. */
function useNewAddress(pending: boolean): void {
  const queryClient = useQueryClient()
  const before = useRef(pending)
  useEffect(() => {
    if (before.current && !pending) void queryClient.invalidateQueries({ queryKey: sessionKey })
    before.current = pending
  }, [pending, queryClient])
}
