import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { fewestPhoneDigits } from '../../../shared/contract/people/people.ts'
import { read } from '../../api/read.ts'
import { KnownPeople } from './KnownPeople.tsx'

interface KnownPerson {
  /** Null: a guest of earlier bookings. */
  readonly id: string | null
  readonly full_name: string
  readonly email: string | null
  readonly phone_number: string
}

/** In milliseconds, between the last key and the search. */
const typingPause = 300

/** Who has the phone number that is being typed: one press books for them in place of a new person. */
export function KnownByPhone({ phone, onPick }: { phone: string; onPick: (person: KnownPerson) => void }) {
  const [typed] = useDebouncedValue(phone.replace(/\D/g, ''), typingPause)
  const { data: known = [] } = useQuery({
    ...read('GET /api/admin/people/by-phone', { phone: typed }),
    enabled: typed.length >= fewestPhoneDigits,
  })
  if (typed.length < fewestPhoneDigits || known.length === 0) return null
  return (
    <KnownPeople role="status" question="We know this phone number. Is it them?">
      {known.map((person) => (
        <Button
          key={`${person.id} ${person.full_name} ${person.email}`}
          variant="default"
          onClick={() => onPick(person)}
        >
          {person.full_name}, {person.phone_number}
          {person.id === null ? ' (no account)' : ''}
        </Button>
      ))}
    </KnownPeople>
  )
}
