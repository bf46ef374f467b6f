import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { sessionKey } from '../../api/session.ts'
import classes from '../../components/LinkStep.module.css'
import { LinkStep } from '../../components/LinkStep.tsx'
import { readToken, useLinkSecret } from '../../components/useLinkSecret.ts'
import { sentenceOf } from '../accounts/accountTexts.ts'

/**
 * `/change-email`: the page of both links of a change of address. Opening it changes nothing, because mail scanners open
 * links too.
 */
export function ChangeEmailPage() {
  const { link, confirm } = useEmailLink()
  const error = confirm.error ?? link.error
  const done = confirm.data ?? (link.data?.state === 'open' ? undefined : link.data)
  if (error) {
    return (
      <LinkStep kind="problem" heading="That did not work" answer={confirm.error !== null}>
        <p role="alert">{sentenceOf(error)}</p>
        <ToAccount />
      </LinkStep>
    )
  }
  if (done?.state === 'completed') {
    return (
      <LinkStep kind="done" heading="Your email is changed" answer={confirm.data !== undefined}>
        <p>
          From now on you log in with <strong>{done.new_email}</strong>. Other devices have been logged out.
        </p>
        <ToAccount />
      </LinkStep>
    )
  }
  if (done) {
    return (
      <LinkStep kind="mail" heading="One link to go" answer={confirm.data !== undefined}>
        {done.side === 'present' ? (
          <p>
            Thank you. Now open the link in the mail to <strong>{done.new_email}</strong>, and it is done.
          </p>
        ) : (
          <p>
            <strong>{done.new_email}</strong> is confirmed. Now agree in the mail that went to your present
            address, and it is done.
          </p>
        )}
      </LinkStep>
    )
  }
  if (!link.data) {
    return (
      <LinkStep kind="mail" heading="Change Email" answer={false}>
        <Skeleton height="6rem" aria-busy="true" />
      </LinkStep>
    )
  }
  const present = link.data.side === 'present'
  return (
    <LinkStep kind="mail" heading={present ? 'Change your email?' : 'Confirm Your New Email'} answer={false}>
      <p>
        {present ? 'Your account gets the email ' : 'Use this email for your account: '}
        <strong>{link.data.new_email}</strong>
      </p>
      {present && <p>Didn’t ask for this? Leave this page and choose a new password: someone knows yours.</p>}
      <Button
        size="lg"
        fullWidth
        color="stitch.6"
        loading={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        {present ? 'Yes, change it' : 'Confirm'}
      </Button>
    </LinkStep>
  )
}

const ToAccount = () => (
  <p>
    <Link to="/account" search={{ tab: 'profile' }} className={classes.link}>
      Go to your account
    </Link>
  </p>
)

/** The change that a mailed link would confirm, and its confirmation. */
function useEmailLink() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { secret } = useLinkSecret(readToken, () => {
    void navigate({ to: '/change-email', hash: '', replace: true })
  })
  const token = secret ?? ''
  const link = useQuery({
    queryKey: ['email-change-link', token],
    // Without a secret the server says what is wrong with the link.
    queryFn: ({ signal }) => call('POST /api/email-change/verify', { token: token || 'none' }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const confirm = useMutation({
    mutationFn: () => call('POST /api/email-change/confirm', { token }),
    onSuccess: ({ state }) => {
      if (state === 'completed') void queryClient.invalidateQueries({ queryKey: sessionKey })
      void queryClient.invalidateQueries({ queryKey: ['me', 'email-change'] })
    },
  })
  return { link, confirm }
}
