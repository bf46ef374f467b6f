import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../../api/queries/facility.ts'
import { Step } from '../../components/LinkStep.tsx'
import { AskToUnsubscribe } from './AskToUnsubscribe.tsx'
import { texts } from './texts.ts'
import { UnsubscribeProblem } from './UnsubscribeProblem.tsx'
import type { UnsubscribeSearch } from './unsubscribeSearch.ts'
import { useUnsubscribe } from './useUnsubscribe.ts'

/**
 * `/unsubscribe` (spec 2 §2): idle, loading, success, error. Opening it changes nothing: programs that look at the
 * links of a mail open them too (decision 26).
 */
export function UnsubscribePage({ link: { email, signature } }: { link: UnsubscribeSearch }) {
  const facility = useQuery(facilityQuery).data
  const leave = useUnsubscribe(email ?? '', signature)

  if (!email) {
    return (
      <Step kind="problem" heading="This link is not complete" answer={false}>
        <p>{texts.noEmail}</p>
        <p>{texts.openAgain}</p>
      </Step>
    )
  }
  if (leave.data?.kind === 'unsubscribed') {
    return (
      <Step kind="done" heading="You are unsubscribed" answer>
        <p>
          <strong>{email}</strong> gets no more news and offers from {facility?.name ?? 'us'}.
        </p>
        <p>{texts.receiptsGoOn}</p>
      </Step>
    )
  }
  if (leave.data?.kind === 'link-mailed') {
    return (
      <Step kind="mail" heading="Check your inbox" answer>
        <p>{leave.data.message}</p>
        <p>Open that link and confirm there. This makes sure that nobody else can unsubscribe you.</p>
      </Step>
    )
  }
  if (leave.error) return <UnsubscribeProblem leave={leave} error={leave.error} />
  return (
    <AskToUnsubscribe
      email={email}
      signed={signature !== undefined}
      facilityName={facility?.name}
      pending={leave.isPending}
      onConfirm={() => leave.mutate(signature ? 'unsubscribe' : 'mail-link')}
    />
  )
}
