import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isTemporary } from '../../api/apiError.ts'
import { call } from '../../api/call.ts'
import { LinkStep } from '../../components/LinkStep.tsx'
import { readToken, useLinkSecret } from '../../components/useLinkSecret.ts'
import { lazyPart } from '../../ui/lazyPart.ts'

// With fields, as everywhere.
const HandedOverForm = lazyPart(() => import('./HandedOverForm.tsx'))

/**
 * `/sign-waiver`: the page of a link that staff handed over, for one person and a day, without an account. Opening it changes
 * nothing.
 */
export function HandedOverPage() {
  const navigate = useNavigate()
  const { secret } = useLinkSecret(readToken, () => {
    void navigate({ to: '/sign-waiver', hash: '', replace: true })
  })
  const [signed, setSigned] = useState(false)
  const token = secret ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['waiver-handover', token],
    queryFn: ({ signal }) => call('POST /api/waiver-handovers/open', { token }, { signal }),
    enabled: token !== '',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (signed || data?.waivers.length === 0) {
    return (
      <LinkStep kind="done" heading={signed ? 'Thank you' : 'Nothing to sign'} answer={signed}>
        <p>Everything is signed for {data?.person}. You can close this page.</p>
      </LinkStep>
    )
  }
  if (token === '') {
    return (
      <LinkStep kind="ask" heading="Open Your Link" answer={false}>
        <p>Scan the code that the front desk shows you, or open its link again.</p>
      </LinkStep>
    )
  }
  if (error) {
    return (
      <LinkStep kind="problem" heading="That did not work" answer={false}>
        <p role="alert">{error.message}</p>
        {isTemporary(error) && (
          <Button size="lg" fullWidth variant="default" onClick={() => void refetch()}>
            Try Again
          </Button>
        )}
      </LinkStep>
    )
  }
  return (
    <LinkStep kind="secure" heading={data ? `Sign for ${data.person}` : 'Sign Waiver'} answer={false}>
      {data ? (
        <Suspense fallback={<Skeleton height="24rem" />}>
          <HandedOverForm
            // Another text has to be read again.
            key={data.waivers.map(({ id, version }) => `${id} ${version}`).join()}
            token={token}
            {...data}
            onChanged={() => void refetch()}
            onDone={() => setSigned(true)}
          />
        </Suspense>
      ) : (
        <Skeleton height="24rem" aria-busy="true" />
      )}
    </LinkStep>
  )
}
