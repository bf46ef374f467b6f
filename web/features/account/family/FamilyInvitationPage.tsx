import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { signOut } from '../../../api/auth.ts'
import { useSession } from '../../../api/session.ts'
import linkClasses from '../../../components/LinkStep.module.css'
import { LinkStep } from '../../../components/LinkStep.tsx'
import { SignInLink } from '../../../components/SignInLink.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Actions } from '../../../ui/layout.tsx'
import { Refusal } from '../../accounts/FormNotice.tsx'
import { type OpenInvitation, useFamilyInvitation } from './useFamilyInvitation.ts'

/**
 * `/family-invitation`: the page of an invitation's link, and of invitations to the address of the signed-in person.
 * Opening it changes nothing, because mail scanners open links too. Before it is accepted it tells first names only.
 */
export function FamilyInvitationPage() {
  const { status } = useSession()
  const invitation = useFamilyInvitation()
  const { accepted, declined, error, invitations } = invitation
  if (accepted) {
    return (
      <LinkStep kind="done" heading="Welcome to the family" answer>
        <p>
          You now look after {listOf(accepted)}: you see what is booked, and can book, move, cancel and pay.
        </p>
        <ToFamily />
      </LinkStep>
    )
  }
  if (declined) {
    return (
      <LinkStep kind="done" heading="Invitation declined" answer={declined === 'now'}>
        <p>Nothing was shared with you. If you change your mind, ask for a new invitation.</p>
      </LinkStep>
    )
  }
  if (error) {
    return (
      <LinkStep kind="problem" heading="That did not work" answer={false}>
        <p role="alert">{error.message}</p>
        {invitation.retry && (
          <Button size="lg" fullWidth variant="default" onClick={invitation.retry}>
            Try Again
          </Button>
        )}
      </LinkStep>
    )
  }
  if (status === 'signed-out' && invitation.withoutLink) {
    return (
      <LinkStep kind="mail" heading="Family Invitation" answer={false}>
        <p>Log in with the account of the invited email to see your invitation.</p>
        <SignInButtons />
      </LinkStep>
    )
  }
  if (!invitations || status === 'loading') {
    return (
      <LinkStep kind="mail" heading="Family Invitation" answer={false}>
        <Skeleton height="9rem" aria-busy="true" />
      </LinkStep>
    )
  }
  const [first] = invitations
  if (!first) {
    return (
      <LinkStep kind="ask" heading="No Invitation" answer={false}>
        <p>
          No invitation is waiting for this account. It may have been used, withdrawn, or sent to another
          email.
        </p>
        <ToFamily />
      </LinkStep>
    )
  }
  if (first.state === 'accepted') {
    return (
      <LinkStep kind="done" heading="This invitation was accepted" answer={false}>
        <p>It works once. The people are in the Family section of the account that accepted it.</p>
        <ToFamily />
      </LinkStep>
    )
  }
  return <Offer key={first.key} offer={first} invitation={invitation} />
}

interface OfferProps {
  offer: OpenInvitation
  invitation: ReturnType<typeof useFamilyInvitation>
}

/** Who invites and for whom, with the way on: answer, sign in, or change the account. */
function Offer({ offer, invitation }: OfferProps) {
  const session = useSession()
  const names = listOf(offer.first_names)
  const wrong = session.status === 'signed-in' && !offer.is_mine
  return (
    <LinkStep kind="mail" heading={`${offer.invited_by} invites you`} answer={false}>
      <p>
        Look after <strong>{names}</strong> together: see everything that is booked, and book, move, cancel
        and pay from your own account. You also see the emergency details, and can leave at any time.
      </p>
      {wrong && (
        <p role="alert">
          This invitation went to <strong>{offer.email}</strong>. You are logged in with{' '}
          <strong>{session.profile.email}</strong>.
        </p>
      )}
      {session.status === 'signed-out' && (
        <p>
          To accept, log in or sign up with <strong>{offer.email}</strong>.
        </p>
      )}
      <Refusal error={invitation.problem} />
      <Actions>
        {session.status === 'signed-out' && <SignInButtons offer={offer} />}
        {wrong && <OtherAccount />}
        {session.status === 'signed-in' && !wrong && (
          <Button
            size="lg"
            color="stitch.6"
            loading={invitation.accepting}
            disabled={invitation.declining}
            onClick={() => void invitation.accept(offer)}
          >
            Accept
          </Button>
        )}
        {!wrong && (
          <Button
            variant="subtle"
            loading={invitation.declining}
            disabled={invitation.accepting}
            onClick={() => void invitation.decline(offer)}
          >
            Decline
          </Button>
        )}
      </Actions>
    </LinkStep>
  )
}

const listOf = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)

/** The invited address is known to both forms, and opening the link has proved it. */
function SignInButtons({ offer }: { offer?: OpenInvitation }) {
  const { email, answer } = offer ?? {}
  const newcomer =
    email && answer && 'token' in answer
      ? { name: '', phone: '', email, invitation: answer.token }
      : undefined
  return (
    <>
      <SignInLink className={dialogContent.main} newcomer={newcomer}>
        Log In
      </SignInLink>
      <SignInLink mode="signup" className={dialogContent.link} newcomer={newcomer}>
        Sign Up
      </SignInLink>
    </>
  )
}

/** Signs out and leads to the sign-in page, which leads back here. */
function OtherAccount() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <Button
      size="lg"
      color="stitch.6"
      onClick={() => {
        void signOut(queryClient)
        void navigate({ to: '/auth', search: { mode: 'login', redirect: '/family-invitation' } })
      }}
    >
      Log in with Another Account
    </Button>
  )
}

const ToFamily = () => (
  <p>
    <Link to="/account" search={{ tab: 'profile' }} className={linkClasses.link}>
      Go to your family
    </Link>
  </p>
)
