import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { confirmSignUp, sendConfirmation } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { isAwaited } from '../../api/sessionChannel.ts'
import { LinkStep } from '../../components/LinkStep.tsx'
import { readToken, useLinkSecret } from '../../components/useLinkSecret.ts'
import { toast } from '../../ui/toast.ts'
import { sentenceOf, texts } from './accountTexts.ts'
import { ownPath } from './authSearch.ts'
import { DeleteSignUp, PendingSignUp } from './PendingSignUp.tsx'

const route = getRouteApi('/_site/confirm-email')

/**
 * `/confirm-email`: the page of a sign-up's link. Opening it changes nothing, because mail scanners open links too. Its
 * one button creates the account and signs in. In another browser than the one that signed up it asks whose sign-up it is.
 */
export function ConfirmEmailPage() {
  const { link, confirm, discard, mailAgain, next } = useSignUpLink()
  const { step } = route.useSearch()
  const signUp = link.data
  if (confirm.data?.awaited) return <GoesOnThere next={confirm.data.next} />
  if (link.error) {
    return (
      <LinkStep kind="problem" heading="That did not work" answer={false}>
        <p role="alert">{sentenceOf(link.error)}</p>
        <Button
          renderRoot={(props) => <Link to="/auth" search={{ mode: 'signup' }} {...props} />}
          size="lg"
          fullWidth
        >
          Sign Up
        </Button>
      </LinkStep>
    )
  }
  if (!signUp) {
    return (
      <LinkStep kind="mail" heading="Confirm Your Email" answer={false}>
        <Skeleton height="9rem" aria-busy="true" />
      </LinkStep>
    )
  }
  if (signUp.state === 'confirmed') {
    return (
      <LinkStep
        kind="done"
        heading="Your email is confirmed"
        answer={confirm.isSuccess || confirm.isError || discard.isError}
      >
        <p>
          The account of <strong>{signUp.email}</strong> is ready. This link was used already.
        </p>
        <ContinueButton next={next} />
      </LinkStep>
    )
  }
  if (signUp.state === 'account_exists') {
    return (
      <LinkStep kind="problem" heading="You already have an account" answer={confirm.isError}>
        <p>
          There is an account with <strong>{signUp.email}</strong>, and this link changes nothing about it.
        </p>
        <ContinueButton next={next} />
      </LinkStep>
    )
  }
  if (signUp.state === 'expired') {
    return (
      <LinkStep kind="problem" heading="This link has expired" answer={confirm.isError}>
        <p>
          A confirmation link works for a day. We can send a new one to <strong>{signUp.email}</strong>.
        </p>
        {mailAgain.error && <p role="alert">{sentenceOf(mailAgain.error)}</p>}
        {mailAgain.isSuccess ? (
          <p role="status">{texts.confirmationSent(signUp.email)}</p>
        ) : (
          <Button size="lg" fullWidth loading={mailAgain.isPending} onClick={() => mailAgain.mutate()}>
            Send a New Link
          </Button>
        )}
      </LinkStep>
    )
  }
  if (step === 'not-mine' || discard.isSuccess) {
    return (
      <DeleteSignUp
        email={signUp.email}
        problem={discard.error ? sentenceOf(discard.error) : undefined}
        deleting={discard.isPending}
        deleted={discard.isSuccess}
        onDelete={() => discard.mutate()}
      />
    )
  }
  return (
    <PendingSignUp
      signUp={signUp}
      problem={confirm.error && !link.isFetching ? sentenceOf(confirm.error) : undefined}
      confirming={confirm.isPending || (confirm.isSuccess && confirm.data.session.profile !== null)}
      onConfirm={() => confirm.mutate(!signUp.own_browser)}
    />
  )
}

/** The tab in which the person signed up goes on by itself; this one can, too. */
function GoesOnThere({ next }: { next: string }) {
  return (
    <LinkStep kind="done" heading="You are logged in" answer>
      <p role="status">
        Your email is confirmed. The tab where you signed up continues on its own, so you can close this one.
      </p>
      <Button renderRoot={(props) => <a href={next} {...props} />} size="lg" fullWidth>
        Continue Here
      </Button>
    </LinkStep>
  )
}

/** Leads to the page that asked for the sign-up, through the sign-in form if nobody is signed in. */
function ContinueButton({ next }: { next: string }) {
  const signedIn = useSession().status === 'signed-in'
  const search = { mode: 'login' as const, ...(next === '/' ? {} : { redirect: next }) }
  return (
    <Button
      renderRoot={(props) =>
        signedIn ? <a href={next} {...props} /> : <Link to="/auth" search={search} {...props} />
      }
      size="lg"
      fullWidth
    >
      {signedIn ? 'Continue' : 'Sign In'}
    </Button>
  )
}

/** The sign-up of a confirmation link, and its three changes: confirm, delete, mail the link again. */
function useSignUpLink() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { secret } = useLinkSecret(readToken, () => {
    void navigate({ to: '/confirm-email', hash: '', replace: true })
  })
  const token = secret ?? ''
  const queryKey = ['sign-up-link', token]

  const link = useQuery({
    queryKey,
    // Sent without a secret too: the server says what is wrong with the link.
    queryFn: ({ signal }) => call('POST /api/sign-up/verify', { token: token || 'none' }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const next = ownPath(link.data?.return_to) ?? '/'
  const confirm = useMutation({
    mutationFn: async (isMine: boolean) => {
      // Asked before the press: afterwards that tab has left already.
      const inTab = isAwaited()
      const session = await confirmSignUp(queryClient, { token, is_mine: isMine })
      // With the page to go on with, because the link's own answer is forgotten with the session before.
      return { session, awaited: session.profile !== null && (await inTab), next }
    },
    onSuccess: ({ session, awaited }) => {
      // The account exists; if there is no session, the browser refuses cookies.
      if (!session.profile) return queryClient.invalidateQueries({ queryKey })
      if (awaited) return
      toast.success(texts.confirmed)
      history.replace(next)
    },
    // The link may have been used or have expired since: then the page says so.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  const mailAgain = useMutation({ mutationFn: () => sendConfirmation({ token }) })
  const discard = useMutation({
    mutationFn: () => call('POST /api/sign-up/discard', { token }),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return { link, confirm, discard, mailAgain, next }
}
