import { Skeleton } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import {
  ACCOUNT_AGE,
  type AgeOffer,
  ageSentence,
  ageStanding,
  agesText,
} from '../../../shared/domain/programs/ages.ts'
import { Heading, Text } from '../../ui/layout.tsx'
import { Avatar } from './Avatar.tsx'
import { ageText, useToday } from './ages.ts'
import { ageOn, namesOf, type Person, shownName } from './people.ts'
import type { Party } from './useParty.ts'
import classes from './WhoIsComing.module.css'

// With fields, which most visits do not need.
const AddPerson = lazy(() => import('./AddPerson.tsx'))
const AskBirthDate = lazy(() => import('./AskBirthDate.tsx'))

/** Whether someone can be chosen, and what their card says. */
export type Standing =
  | { kind: 'open'; note?: string }
  /** Has a seat already. */
  | { kind: 'taken'; label: string }
  | { kind: 'barred'; sentence: string }
  /** Can be chosen once the birth date is known. */
  | { kind: 'unknown-age' }

export const canBeChosen = ({ kind }: Standing): boolean => kind === 'open' || kind === 'unknown-age'

/** Whether someone has an age that a camp or class is for, as the server judges it. */
export function standingByAge(person: Person, offer: AgeOffer): Standing {
  const age = ageOn(person, offer.start_date)
  const standing = ageStanding(age, offer)
  if (standing === 'within') return { kind: 'open' }
  if (age !== null) {
    const sentence = ageSentence({ name: person.name, is_self: person.isSelf, age }, offer)
    return { kind: 'barred', sentence }
  }
  // Nobody younger has an account: an adult is not asked for a birth date that would not help.
  if (person.isSelf && offer.max_age !== null && offer.max_age < ACCOUNT_AGE) {
    return { kind: 'barred', sentence: `This ${offer.noun} is for ${agesText(offer)}.` }
  }
  return { kind: 'unknown-age' }
}

/** Why nothing can be sent yet: nobody is chosen, or a birth date is missing; null when all is said. */
export function missingOf(
  chosen: readonly Person[],
  standingOf: (person: Person) => Standing,
): string | null {
  if (chosen.length === 0) return 'Choose who is coming.'
  const unknown = chosen.filter((person) => standingOf(person).kind === 'unknown-age')
  return unknown.length > 0 ? `Please add the birth date first: ${namesOf(unknown)}.` : null
}

interface WhoIsComingProps {
  party: Party
  standingOf: (person: Person) => Standing
  /** A birth date must be given. */
  needsBirthDate?: boolean
  /** Those who have a seat are listed elsewhere on the page. */
  hidesTaken?: boolean
  /** Why nothing can be booked yet, e.g. that nobody is chosen. */
  problem?: string | null
  /** What the choice costs. */
  children?: ReactNode
}

/**
 * Who takes part in a camp or class: the people of the family as large checkboxes, and one more added in place. A customer
 * with nobody else sees one quiet line.
 */
export function WhoIsComing(props: WhoIsComingProps) {
  const { party, standingOf, needsBirthDate = false, hidesTaken = false, problem, children } = props
  const shown = party.people.filter((person) => !hidesTaken || standingOf(person).kind !== 'taken')
  const [adding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // The first of the people, or the way to add one where none can be chosen.
    if (problem) group.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [problem])
  const add = (
    <Suspense fallback={<Skeleton height="14rem" radius="md" aria-busy="true" />}>
      <AddPerson
        needsBirthDate={needsBirthDate}
        isPending={party.isPending}
        onAdd={party.add}
        onUse={party.use}
        onClose={() => {
          setAdding(false)
          requestAnimationFrame(() => addButton.current?.focus())
        }}
      />
    </Suspense>
  )
  if (party.alone || shown.length === 0) {
    if (adding) return add
    return (
      <Text tone="dim" size="sm">
        {party.alone ? 'Registering a child?' : 'Registering another child?'}{' '}
        <button ref={addButton} type="button" className={classes.textButton} onClick={() => setAdding(true)}>
          Add them here
        </button>
      </Text>
    )
  }
  return (
    <fieldset ref={group} className={classes.who} aria-describedby={problem ? 'who-problem' : undefined}>
      <Heading as="legend" className={classes.legend}>
        {hidesTaken ? 'Who else is coming?' : 'Who is coming?'}
      </Heading>
      <ul className={classes.cards}>
        {shown.map((person) => (
          <PersonCard
            key={person.id}
            person={person}
            standing={standingOf(person)}
            chosen={party.chosen.some(({ id }) => id === person.id)}
            party={party}
          />
        ))}
      </ul>
      {adding ? (
        add
      ) : (
        <button ref={addButton} type="button" className={classes.addButton} onClick={() => setAdding(true)}>
          <IconPlus size={20} aria-hidden /> Add another person
        </button>
      )}
      {problem && (
        <Text tone="problem" strong breaks id="who-problem" role="alert">
          {problem}
        </Text>
      )}
      {children}
    </fieldset>
  )
}

interface PersonCardProps {
  person: Person
  standing: Standing
  chosen: boolean
  party: Party
}

/** One person; the whole card is a checkbox where they can be chosen. */
function PersonCard({ person, standing, chosen, party }: PersonCardProps) {
  const open = canBeChosen(standing)
  const facts = <PersonFacts person={person} standing={standing} />
  return (
    <li>
      {open ? (
        <label className={classes.card} data-open>
          <input
            type="checkbox"
            className={classes.input}
            checked={chosen}
            onChange={() => party.toggle(person.id)}
          />
          {facts}
          <span className={classes.box} aria-hidden>
            {chosen && <IconCheck size={20} stroke={3} />}
          </span>
        </label>
      ) : (
        <div className={classes.card}>{facts}</div>
      )}
      {chosen && standing.kind === 'unknown-age' && (
        <Suspense fallback={<Skeleton height="5rem" radius="md" aria-busy="true" />}>
          <AskBirthDate person={person} party={party} />
        </Suspense>
      )}
    </li>
  )
}

function PersonFacts({ person, standing }: { person: Person; standing: Standing }) {
  const age = ageOn(person, useToday())
  return (
    <>
      <Avatar name={person.name} isSelf={person.isSelf} />
      <span className={classes.words}>
        <span className={classes.name}>{shownName(person)}</span>
        {person.isSelf && person.name && (
          <Text as="span" tone="dim">
            {person.name}
          </Text>
        )}
        {!person.isSelf && age !== null && standing.kind !== 'barred' && (
          <Text as="span" tone="dim">
            {ageText(age)}
          </Text>
        )}
        {standing.kind === 'barred' && (
          <Text as="span" tone="dim">
            {standing.sentence}
          </Text>
        )}
        {standing.kind === 'open' && standing.note && (
          <Text as="span" tone="dim">
            {standing.note}
          </Text>
        )}
      </span>
      {standing.kind === 'taken' && <span className={classes.taken}>{standing.label}</span>}
    </>
  )
}
