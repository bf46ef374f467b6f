import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { RefusedParticipants } from '../../../shared/contract/programs/registrations.ts'
import { participantsQuery } from '../../api/queries/household.ts'
import { lazyPart } from '../../ui/lazyPart.ts'

// With fields, which most visits do not need.
const GoodToKnow = lazyPart(() => import('./GoodToKnow.tsx'))

interface CareFirstProps {
  /** Of whom the facility wants to know something before they are registered: the details of `care_needed`. */
  people: RefusedParticipants['participants']
  onDone: () => void
}

/** The questions in the dialog that says why nobody is registered yet; registering goes on after the answer. */
export function CareFirst({ people, onDone }: CareFirstProps) {
  const { data = [] } = useQuery(participantsQuery)
  return (
    <Suspense>
      <GoodToKnow
        people={data.filter(({ id }) => people.some((person) => person.id === id))}
        submit="Save and Continue"
        onDone={onDone}
      />
    </Suspense>
  )
}
