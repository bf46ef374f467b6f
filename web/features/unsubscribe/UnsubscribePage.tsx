import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, isRefusal } from '../../api/apiError.ts'
import { call } from '../../api/call.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { LinkStep } from '../../components/LinkStep.tsx'
import { Text } from '../../ui/layout.tsx'
import type { UnsubscribeSearch } from './unsubscribeSearch.ts'

/** The first two sentences are those of spec 2 §5 and §8, to the letter. */
const texts = {
  noEmail: 'No email address was provided in the unsubscribe link.',
  unexpected: 'An unexpected error occurred. Please try again.',
  openAgain: 'Please open the link at the end of the email once more, all of it.',
  receiptsGoOn: 'Confirmations, reminders and receipts for what you book still reach you.',
}

/**
 * `/unsubscribe` (spec 2 §2): idle, loading, success, error. Opening it changes nothing, because mail scanners open
 * links too (decision 26).
 */
export function UnsubscribePage({ link: { email, signature } }: { link: UnsubscribeSearch }) {
  const facility = useQuery(facilityQuery).data
  const unsubscribe = useUnsubscribe(email ?? '', signature)

  if (!email) {
    return (
      <LinkStep kind="problem" heading="This link is not complete" answer={false}>
        <p>{texts.noEmail}</p>
        <p>{texts.openAgain}</p>
      </LinkStep>
    )
  }
  if (unsubscribe.data?.kind === 'unsubscribed') {
    return (
      <LinkStep kind="done" heading="You are unsubscribed" answer>
        <p>
          <strong>{email}</strong> gets no more news and offers from {facility?.name ?? 'us'}.
        </p>
        <p>{texts.receiptsGoOn}</p>
      </LinkStep>
    )
  }
  if (unsubscribe.data?.kind === 'link-mailed') {
    return (
      <LinkStep kind="mail" heading="Check Your Inbox" answer>
        <p>{unsubscribe.data.message}</p>
        <p>Open that link and confirm there. This makes sure that nobody else can unsubscribe you.</p>
      </LinkStep>
    )
  }
  if (unsubscribe.error) return <Problem unsubscribe={unsubscribe} error={unsubscribe.error} />
  return (
    <Question
      email={email}
      signed={signature !== undefined}
      facilityName={facility?.name}
      pending={unsubscribe.isPending}
      onConfirm={() => unsubscribe.mutate(signature ? 'unsubscribe' : 'mail-link')}
    />
  )
}

type Outcome = { kind: 'unsubscribed' } | { kind: 'link-mailed'; message: string }

/** With a signature, unsubscribes at once. Without one, has a signed link mailed, the same for everyone (decision 26). */
function useUnsubscribe(email: string, signature: string | undefined) {
  return useMutation({
    mutationFn: async (intent: 'unsubscribe' | 'mail-link'): Promise<Outcome> => {
      if (intent === 'unsubscribe' && signature) {
        await call('POST /api/unsubscribe', { email, signature })
        return { kind: 'unsubscribed' }
      }
      const { message } = await call('POST /api/unsubscribe/resend', { email })
      return { kind: 'link-mailed', message }
    },
  })
}

interface QuestionProps {
  email: string
  signed: boolean
  facilityName: string | undefined
  pending: boolean
  onConfirm: () => void
}

/** Idle and loading: whose address it is, and the one button. */
function Question({ email, signed, facilityName, pending, onConfirm }: QuestionProps) {
  const from = facilityName ?? 'us'
  return (
    <LinkStep kind="ask" heading="Unsubscribe" answer={false}>
      {signed ? (
        <p>
          No more news and offers from {from} to <strong>{email}</strong>.
        </p>
      ) : (
        <p>
          To end news and offers from {from} to <strong>{email}</strong>, we mail that address a link that
          confirms it.
        </p>
      )}
      <Text tone="dim">{texts.receiptsGoOn}</Text>
      <Button size="lg" fullWidth loading={pending} onClick={onConfirm}>
        {signed ? 'Unsubscribe' : 'Send Me the Link'}
      </Button>
    </LinkStep>
  )
}

interface ProblemProps {
  unsubscribe: ReturnType<typeof useUnsubscribe>
  error: Error
}

/** Why it failed. A link with a wrong signature can be replaced; anything else can be tried again. */
function Problem({ unsubscribe, error }: ProblemProps) {
  const wrongLink = isRefusal(error, 'unsubscribe_link_invalid')
  const intent = wrongLink ? 'mail-link' : (unsubscribe.variables ?? 'mail-link')
  const said = error instanceof ApiError && error.code !== 'internal'
  return (
    <LinkStep kind="problem" heading="That did not work" answer>
      <p role="alert">{said ? error.message : texts.unexpected}</p>
      <Button size="lg" fullWidth onClick={() => unsubscribe.mutate(intent)}>
        {wrongLink ? 'Send Me a New Link' : 'Try Again'}
      </Button>
    </LinkStep>
  )
}
