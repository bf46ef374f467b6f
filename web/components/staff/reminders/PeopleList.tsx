import type { ReactNode } from 'react'
import type { ReminderPerson } from '../../../../shared/contract/messages/reminders.ts'
import { useSession } from '../../../api/session.ts'
import { Text, textLink } from '../../../ui/layout.tsx'
import { PhoneLink } from '../../PhoneLink.tsx'
import classes from './Reminders.module.css'

interface PeopleListProps<Person extends ReminderPerson> {
  readonly label: string
  readonly people: readonly Person[]
  /** At the end of a line. */
  readonly more?: (person: Person) => ReactNode
}

/** People with their addresses, and who of theirs takes part. */
export const PeopleList = <Person extends ReminderPerson>({
  label,
  people,
  more,
}: PeopleListProps<Person>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
  <ul className={classes.people} aria-label={label} tabIndex={0}>
    {people.map((person, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: guests of one name have nothing else that tells them apart
      <li key={`${person.email ?? person.phone ?? person.name} ${index}`}>
        <Text as="span" breaks shrinks className={classes.who}>
          <strong>{person.name}</strong>
          {person.participants && <span>for {person.participants}</span>}
          <span>{person.email}</span>
        </Text>
        {more?.(person)}
      </li>
    ))}
  </ul>
)

/** Those whom no mail reaches: someone has to call them. Coaches do not have the numbers (decision record 033). */
export function UnreachableList({ people }: { people: readonly ReminderPerson[] }) {
  const session = useSession()
  const isCoach = session.status === 'signed-in' && session.profile.role === 'coach'
  if (people.length === 0) return null
  const phoneOf = ({ phone }: ReminderPerson) => {
    if (!phone) return <span>No phone</span>
    return isCoach ? <span>{phone}</span> : <PhoneLink phone={phone} className={textLink} />
  }
  return (
    <section className={classes.part}>
      <h3>No email address: please {isCoach ? 'ask the desk to call' : 'call'}</h3>
      <PeopleList label="Without an email address" people={people} more={phoneOf} />
    </section>
  )
}
