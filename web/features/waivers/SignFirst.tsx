import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import type { NeededWaivers } from '../../../shared/contract/waivers/waivers.ts'
import type { ApiError } from '../../api/apiError.ts'
import { read } from '../../api/read.ts'
import type { RegistrationOutcome } from '../../components/RegistrationOutcome.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'

// With fields, which most visits do not need.
const SignWaiver = lazyPart(() => import('./SignWaiver.tsx'))

/** A refused registration as its dialog: what has to be signed, in place. */
export const signFirst = (error: ApiError, onDone: () => void): RegistrationOutcome => ({
  title: 'Please Sign First',
  text: nothingYet,
  links: <SignFirst needed={error.details as NeededWaivers} onDone={onDone} />,
  close: 'Cancel',
})

export const nothingYet = 'Nothing is booked yet: please sign this first.'

interface SignFirstProps {
  /** What has to be signed, and for whom: the details of `waiver_needed`. */
  needed: NeededWaivers
  /** Everything is signed: booking goes on. */
  onDone: () => void
}

/** The waivers of a refused booking, one after the other, in the dialog that says why nothing is booked yet. */
export function SignFirst({ needed, onDone }: SignFirstProps) {
  // Read again: what the page knows may be older than the refusal.
  const { data, isFetchedAfterMount } = useQuery({
    ...read('GET /api/waivers'),
    refetchOnMount: 'always',
  })
  const open = data?.waivers.flatMap((waiver) => {
    const people = waiver.missing.filter(({ id }) => needed.participants.some((one) => one.id === id))
    return needed.waivers.some(({ id }) => id === waiver.id) && people.length > 0 ? [{ waiver, people }] : []
  })
  const isKnown = isFetchedAfterMount && open !== undefined
  const [next] = open ?? []
  const asked = useRef(false)
  useEffect(() => {
    if (next) asked.current = true
    // Once, and only after something was asked here: a booking that is refused again is not repeated by itself.
    if (!isKnown || next || !asked.current) return
    asked.current = false
    onDone()
  })
  if (!data || !isKnown) return <Skeleton height="24rem" aria-busy="true" />
  if (!next) return <Button onClick={onDone}>Continue</Button>
  return (
    <Suspense fallback={<Skeleton height="24rem" aria-busy="true" />}>
      <SignWaiver
        key={`${next.waiver.id} ${next.waiver.version}`}
        waiver={next.waiver}
        people={next.people}
        signer={data.signer}
      />
    </Suspense>
  )
}
