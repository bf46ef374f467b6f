import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { InvitedProfile } from '../../../../shared/contract/people/profileInvitations.ts'
import { isTemporary } from '../../../api/apiError.ts'
import { signOut } from '../../../api/auth.ts'
import { call } from '../../../api/call.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useSession } from '../../../api/session.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import linkClasses from '../../../components/LinkStep.module.css'
import { LinkStep } from '../../../components/LinkStep.tsx'
import { SignInLink } from '../../../components/SignInLink.tsx'
import { readToken, useLinkSecret } from '../../../components/useLinkSecret.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Actions } from '../../../ui/layout.tsx'
import { Refusal } from '../../accounts/FormNotice.tsx'

const LINK = 'profile-invitation-link'

/**
 * `/invitation`: the page of a link, often printed, with which someone takes over the profile that staff entered. Opening it
 * changes nothing: it is accepted by a press, with an account whose email is confirmed.
 */
export function ProfileInvitationPage() {
  const session = useSession()
  const { secret, forget } = useInvitationSecret()
  const found = useQuery({
    queryKey: [LINK, secret],
    queryFn: ({ signal }) =>
      call('POST /api/profile-invitations/verify', { token: secret ?? '' }, { signal }),
    enabled: secret !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [taken, setTaken] = useState<InvitedProfile['kind']>()
  const acceptance = useAttempt({
    send: (json: { token: string }, once) => once('POST /api/profile-invitations/accept', json),
    // Everything of the account is another one now; that of a coach is signed out. The link is used, and not asked for again.
    refresh: (queryClient) =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== LINK }),
  })
  const facility = useQuery(facilityQuery).data?.name || 'We'

  async function accept(token: string) {
    const outcome = await acceptance.attempt({ token })
    if (!outcome || !('answer' in outcome)) return
    setTaken(outcome.answer.kind)
    forget()
  }

  if (taken) return <Taken kind={taken} />
  if (secret === null) {
    return (
      <LinkStep kind="ask" heading="Open Your Invitation" answer={false}>
        <p>Scan the code on your invitation, or open its link again.</p>
      </LinkStep>
    )
  }
  if (found.error && !found.data) {
    return (
      <LinkStep kind="problem" heading="That did not work" answer={false}>
        <p role="alert">{found.error.message}</p>
        {isTemporary(found.error) && (
          <Button size="lg" fullWidth variant="default" onClick={() => void found.refetch()}>
            Try Again
          </Button>
        )}
      </LinkStep>
    )
  }
  if (!found.data || session.status === 'loading') {
    return (
      <LinkStep kind="mail" heading="Your Invitation" answer={false}>
        <Skeleton height="9rem" aria-busy="true" />
      </LinkStep>
    )
  }
  const { kind, name, first_names } = found.data
  const family = first_names.length > 0 && `, with ${new Intl.ListFormat('en-US').format(first_names)}`
  return (
    <LinkStep kind="mail" heading={`Hi ${name}`} answer={false}>
      <p>
        {kind === 'coach'
          ? `${facility} made a coach profile for you. With it you see your lessons, set your hours and write to your clients.`
          : `${facility} keeps your bookings${family || ''}. Take them over to see, move, cancel and pay for them yourself.`}
      </p>
      {session.status === 'signed-in' ? (
        <p>
          Everything goes to the account of <strong>{session.profile.email}</strong>.
        </p>
      ) : (
        <p>Sign up with your email, or log in if you have an account. Then you come back here.</p>
      )}
      <p>Not {name}? Close this page: nothing has changed.</p>
      <Refusal error={acceptance.error} />
      <Actions>
        {session.status === 'signed-in' ? (
          <>
            <Button
              size="lg"
              color="stitch.6"
              loading={acceptance.isPending}
              onClick={() => void accept(secret)}
            >
              {kind === 'coach' ? 'Take Over My Coach Profile' : 'Take Over My Bookings'}
            </Button>
            <OtherAccount disabled={acceptance.isPending} />
          </>
        ) : (
          <>
            <SignInLink mode="signup" className={dialogContent.main}>
              Sign Up
            </SignInLink>
            <SignInLink className={dialogContent.link}>Log In</SignInLink>
          </>
        )}
      </Actions>
    </LinkStep>
  )
}

const key = 'profile_invitation'

/** The secret of the link. It is kept in this tab while the person signs up, and until it is used. */
function useInvitationSecret() {
  const navigate = useNavigate()
  const { secret, forget } = useLinkSecret(readSecret, () => {
    void navigate({ to: '/invitation', hash: '', replace: true })
  })
  useEffect(() => {
    if (secret !== null) store(() => sessionStorage.setItem(key, secret))
  }, [secret])
  return {
    secret,
    forget: () => {
      store(() => sessionStorage.removeItem(key))
      forget()
    },
  }
}

const readSecret = (hash: string): string | null =>
  readToken(hash) ?? store(() => sessionStorage.getItem(key)) ?? null

/** Without storage the link has to be opened again after signing up. */
function store<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

function Taken({ kind }: { kind: InvitedProfile['kind'] }): ReactNode {
  return kind === 'coach' ? (
    <LinkStep kind="done" heading="Welcome, Coach" answer>
      <p>The profile is yours. Log in again to open your schedule.</p>
      <p>
        <Link
          to="/auth"
          search={{ mode: 'login', redirect: '/coach-dashboard' }}
          className={linkClasses.link}
        >
          Log In
        </Link>
      </p>
    </LinkStep>
  ) : (
    <LinkStep kind="done" heading="It’s all yours" answer>
      <p>Your bookings, payments and family are in your account now.</p>
      <p>
        <Link to="/account" className={linkClasses.link}>
          Go to My Account
        </Link>
      </p>
    </LinkStep>
  )
}

/** Logs out and leads to the login page, which leads back here. */
function OtherAccount({ disabled }: { disabled: boolean }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <Button
      size="lg"
      variant="default"
      disabled={disabled}
      onClick={() => {
        void signOut(queryClient)
        void navigate({ to: '/auth', search: { mode: 'login', redirect: '/invitation' } })
      }}
    >
      Use Another Account
    </Button>
  )
}
