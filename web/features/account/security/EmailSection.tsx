import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { EmailChange } from '../../../../shared/contract/accounts/emailChange.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { call } from '../../../api/call.ts'
import { emailChangeQuery } from '../../../api/queries/security.ts'
import { sessionKey } from '../../../api/session.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { looksLikeEmail, notAnEmail } from '../../../components/email.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Grid, Row, Text } from '../../../ui/layout.tsx'
import { AccountForm, CurrentPasswordField, needsCurrentPassword } from '../../accounts/AccountForm.tsx'
import { Refusal } from '../../accounts/FormNotice.tsx'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityCard.tsx'

/** How often the page looks whether the mailed links have been followed. */
const changeLookEvery = 10_000

/** The account's address, and changing it; both the old and the new address have to agree. */
export function EmailSection({ email }: { email: string }) {
  const change = useQuery({
    ...emailChangeQuery,
    refetchInterval: ({ state }) => (state.data?.change ? changeLookEvery : false),
  })
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
      <Text size="xl" strong breaks>
        {email}
      </Text>
      {change.isPending && <CardPending />}
      {change.error && !change.data && (
        <CardProblem error={change.error} onRetry={() => void change.refetch()} />
      )}
      {pending && !editing && <PendingEmail change={pending} email={email} onAnother={() => edit(true)} />}
      {change.data && editing && <EmailForm onDone={() => edit(false)} />}
      {change.data && !pending && !editing && (
        <>
          <Text breaks>You log in with it, and confirmations and receipts go there.</Text>
          <div className={classes.actions}>
            <Button variant="default" autoFocus={wasEditing} onClick={() => edit(true)}>
              Change Email
            </Button>
          </div>
        </>
      )}
    </SecurityCard>
  )
}

/** When a pending change has ended, the session may have another address. */
function useNewAddress(pending: boolean): void {
  const queryClient = useQueryClient()
  const before = useRef(pending)
  useEffect(() => {
    if (before.current && !pending) void queryClient.invalidateQueries({ queryKey: sessionKey })
    before.current = pending
  }, [pending, queryClient])
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    values: { new_email: '', current_password: '' },
    check: {
      new_email: (email) => (looksLikeEmail(email) ? null : notAnEmail),
      current_password: needsCurrentPassword,
    },
    send: (change) => call('POST /api/me/email-change', change),
    onDone: (answer) => {
      queryClient.setQueryData(emailChangeQuery.queryKey, answer)
      onDone()
    },
    fieldOf: { current_password_wrong: 'current_password', email_unchanged: 'new_email' },
    refusedAt: (error) => (isRefusal(error, 'invalid_input') ? { new_email: error.message } : undefined),
  })
  return (
    <AccountForm form={form} aria-label="Change email" submit="Send the Links" onCancel={onDone}>
      <EmailField
        label="New Email"
        name="new_email"
        autoComplete="email"
        autoFocus
        {...form.field('new_email')}
      />
      <CurrentPasswordField {...form.field('current_password')} />
      <Text tone="dim" size="sm">
        We mail a link to your present and one to your new address. It changes when both were opened.
      </Text>
    </AccountForm>
  )
}

interface PendingEmailProps {
  change: EmailChange
  email: string
  /** Asks for a change to another address, or for new links. */
  onAnother: () => void
}

/** A change that waits for its links: which of the two have been opened. */
function PendingEmail({ change, email, onAnother }: PendingEmailProps) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call('DELETE /api/me/email-change', {}),
    onSuccess: () => queryClient.setQueryData(emailChangeQuery.queryKey, { change: null }),
  })
  return (
    <>
      <Text breaks>
        To change it to <strong>{change.new_email}</strong>, open both links that we mailed, within 24 hours:
      </Text>
      <Grid as="ul" gap="xs">
        <Mailed done={change.approved}>agree in the mail to {email}</Mailed>
        <Mailed done={change.confirmed}>confirm in the mail to {change.new_email}</Mailed>
      </Grid>
      <Refusal error={cancel.error} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onAnother}>
          Send New Links
        </Button>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Keep My Email
        </Button>
      </div>
    </>
  )
}

function Mailed({ done, children }: { done: boolean; children: ReactNode }) {
  const Mark = done ? IconCircleCheck : IconCircle
  return (
    <Row as="li" nowrap align="start" className={classes.step} data-done={done || undefined}>
      <Mark size={20} aria-hidden />
      <span>
        {done ? 'Done: ' : 'To do: '}
        {children}
      </span>
    </Row>
  )
}
