import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { fewestPhoneDigits } from '../../../../../shared/contract/people.ts'
import { api, unwrap } from '../../../../api/client.ts'
import { queryKeys } from '../../../../api/queryKeys.ts'
import classes from './QuickBooking.module.css'

export interface KnownPerson {
  /** The account; null for a guest of earlier bookings. */
  readonly id: string | null
  readonly full_name: string
  readonly email: string | null
  readonly phone_number: string
}

const peopleByPhoneQuery = (phone: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'by-phone', phone],
    queryFn: ({ signal }) =>
      unwrap(api.admin.people['by-phone'].$get({ query: { phone } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  })

/** Who is known by a phone number, offered while it is typed. */
export function KnownPhones({ phone, onChoose }: { phone: string; onChoose: (person: KnownPerson) => void }) {
  const [typed] = useDebouncedValue(phone.trim(), 250)
  const isEnough = typed.replace(/\D/g, '').length >= fewestPhoneDigits
  const { data: people = [] } = useQuery({ ...peopleByPhoneQuery(typed), enabled: isEnough })
  if (!isEnough || people.length === 0) return null
  return (
    <ul className={classes.people} aria-label="Known by this phone number">
      {people.slice(0, 4).map((person) => (
        <li key={person.id ?? `${person.full_name}${person.phone_number}`}>
          <button type="button" className={classes.person} onClick={() => onChoose(person)}>
            <strong>{person.full_name}</strong>
            <span>
              {person.phone_number}
              {person.id === null && ', no account'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
