import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import type { verifySignUpLink } from '../../../shared/contract/accounts/accounts.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { LinkStep } from '../../components/LinkStep.tsx'
import { Text } from '../../ui/layout.tsx'
import { FormNotice } from './FormNotice.tsx'
import classes from './PendingSignUp.module.css'

interface PendingSignUpProps {
  signUp: z.output<typeof verifySignUpLink.answer>
  problem: string | undefined
  confirming: boolean
  onConfirm: () => void
}

/** What was entered at sign-up, and the button that creates the account. */
export function PendingSignUp({ signUp, problem, confirming, onConfirm }: PendingSignUpProps) {
  const zone = useQuery(facilityQuery).data?.time_zone
  const { full_name, email, phone_number, signed_up_at, own_browser, others } = signUp
  const facts: [string, string | null | undefined][] = [
    ['Name', full_name],
    ['Email', email],
    ['Phone', phone_number],
    ['Signed up', zone && `${formatDay(facilityDay(signed_up_at, zone))}, ${formatTime(signed_up_at, zone)}`],
  ]
  return (
    <LinkStep
      kind={own_browser ? 'mail' : 'ask'}
      heading={own_browser ? 'One click and you’re in' : 'Was this you?'}
      answer={false}
    >
      {!own_browser && (
        <p>
          <strong>{full_name}</strong> signed up with your email in another browser, and chose a password
          there. That password will open the account.
        </p>
      )}
      <dl className={classes.facts}>
        {facts.map(
          ([term, fact]) =>
            fact && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
      {!own_browser && (
        <p>
          Not sure?{' '}
          <Link to="/auth" search={{ mode: 'reset-password' }} className={classes.link}>
            Choose your own password
          </Link>{' '}
          instead. Then nobody else can log in.
        </p>
      )}
      {others > 0 && (
        <p>
          This email was used to sign up more than once. The account gets the password of the sign-up shown
          here. If it is not yours, leave this page and open the link of your own.
        </p>
      )}
      <FormNotice notice={problem ? { kind: 'error', text: problem } : undefined} />
      <Button
        size="lg"
        fullWidth
        color="stitch.6"
        className={classes.button ?? ''}
        loading={confirming}
        onClick={onConfirm}
      >
        {own_browser ? 'Confirm and Log In' : 'Yes, This Was Me'}
      </Button>
      <Text tone="dim" size="sm">
        {own_browser && <>You didn’t sign up? </>}
        <Link to="/confirm-email" search={{ step: 'not-mine' }} className={classes.link}>
          {own_browser ? 'This Was Not Me' : 'No, This Was Not Me'}
        </Link>
      </Text>
    </LinkStep>
  )
}

interface DeleteSignUpProps {
  email: string
  problem: string | undefined
  deleting: boolean
  deleted: boolean
  onDelete: () => void
}

/** For a person whose address someone else signed up with. A step of its own, so that one press cannot delete. */
export function DeleteSignUp({ email, problem, deleting, deleted, onDelete }: DeleteSignUpProps) {
  if (deleted) {
    return (
      <LinkStep key="deleted" kind="done" heading="That sign-up is deleted" answer>
        <p>
          No account was made with <strong>{email}</strong>, and the link in that message no longer works.
        </p>
      </LinkStep>
    )
  }
  return (
    <LinkStep key="ask" kind="ask" heading="You didn’t sign up?" answer>
      <p>
        Someone signed up with <strong>{email}</strong>. Delete that sign-up, and no account can be made of
        it.
      </p>
      <FormNotice notice={problem ? { kind: 'error', text: problem } : undefined} />
      <Button size="lg" fullWidth className={classes.button ?? ''} loading={deleting} onClick={onDelete}>
        Delete This Sign-Up
      </Button>
      <Text tone="dim" size="sm">
        <Link to="/confirm-email" search={{}} className={classes.link}>
          Back
        </Link>
      </Text>
    </LinkStep>
  )
}
