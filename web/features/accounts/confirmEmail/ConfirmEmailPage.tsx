import '@mantine/core/styles/Loader.layer.css'
import { Button, Skeleton } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSession } from '../../../api/session.ts'
import { Step } from '../../unsubscribe/Step.tsx'
import { sentenceOf, texts } from '../accountTexts.ts'
import { NotMySignUp } from './NotMySignUp.tsx'
import { OpenSignUp } from './OpenSignUp.tsx'
import { useSignUpLink } from './useSignUpLink.ts'

const route = getRouteApi('/_site/confirm-email')

/**
 * `/confirm-email`: where the link of a sign-up leads. Opening it changes nothing, because mail scanners open links
 * too. Its one button makes the account and signs in.
 */
export function ConfirmEmailPage() {
  const { link, confirm, discard, mailAgain, next } = useSignUpLink()
  const { step } = route.useSearch()
  const signUp = link.data
  if (link.error) {
    return (
      <Step kind="problem" heading="That did not work" answer={false}>
        <p role="alert">{sentenceOf(link.error)}</p>
        <Button
          renderRoot={(props) => <Link to="/auth" search={{ mode: 'signup' }} {...props} />}
          size="lg"
          fullWidth
        >
          Sign Up
        </Button>
      </Step>
    )
  }
  if (!signUp) {
    return (
      <Step kind="mail" heading="Confirm your email" answer={false}>
        <Skeleton height="9rem" radius="md" aria-busy="true" />
      </Step>
    )
  }
  if (signUp.state === 'confirmed') {
    return (
      <Step
        kind="done"
        heading="Your email is confirmed"
        answer={confirm.isSuccess || confirm.isError || discard.isError}
      >
        <p>
          The account of <strong>{signUp.email}</strong> is ready. This link was used already.
        </p>
        <ContinueButton next={next} />
      </Step>
    )
  }
  if (signUp.state === 'account_exists') {
    return (
      <Step kind="problem" heading="You already have an account" answer={confirm.isError}>
        <p>
          There is an account with <strong>{signUp.email}</strong>, and this link changes nothing about it.
        </p>
        <ContinueButton next={next} />
      </Step>
    )
  }
  if (signUp.state === 'expired') {
    return (
      <Step kind="problem" heading="This link has expired" answer={confirm.isError}>
        <p>
          A confirmation link works for a day. We can send a new one to <strong>{signUp.email}</strong>.
        </p>
        {mailAgain.error && <p role="alert">{sentenceOf(mailAgain.error)}</p>}
        {mailAgain.isSuccess ? (
          <p role="status">{texts.confirmationSent(signUp.email)}</p>
        ) : (
          <Button size="lg" fullWidth loading={mailAgain.isPending} onClick={() => mailAgain.mutate()}>
            Send a new link
          </Button>
        )}
      </Step>
    )
  }
  if (step === 'not-mine' || discard.isSuccess) {
    return (
      <NotMySignUp
        email={signUp.email}
        problem={discard.error ? sentenceOf(discard.error) : undefined}
        deleting={discard.isPending}
        deleted={discard.isSuccess}
        onDelete={() => discard.mutate()}
      />
    )
  }
  return (
    <OpenSignUp
      signUp={signUp}
      problem={confirm.error && !link.isFetching ? sentenceOf(confirm.error) : undefined}
      confirming={confirm.isPending || (confirm.isSuccess && confirm.data.profile !== null)}
      onConfirm={() => confirm.mutate()}
    />
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
