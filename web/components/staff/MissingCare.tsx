import type { Participant } from '../../../shared/contract/accounts/households.ts'
import { missingCareText } from '../../../shared/domain/people/missingCare.ts'
import { Text } from '../../ui/layout.tsx'

/** Beside a child on a roster: what to ask the person who brings them. */
export const MissingCare = ({ of }: { of: Pick<Participant, 'missing_care'> | null }) => {
  const text = missingCareText(of?.missing_care ?? [])
  return (
    text && (
      <Text as="span" tone="problem" strong>
        {text}
      </Text>
    )
  )
}
