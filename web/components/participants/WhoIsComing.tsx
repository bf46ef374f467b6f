import { Skeleton } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import {
  ACCOUNT_AGE,
  type AgeOffer,
  type AgeRange,
  ageSentence,
  ageStanding,
  agesText,
  hasAgeLimit,
  isForChildren,
} from '../../../shared/domain/programs/ages.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { coveringInput, Grid, Heading, Row, Stack, Text } from '../../ui/layout.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Avatar } from './Avatar.tsx'
import { ageText, useToday } from './ages.ts'
import { ageOn, type Person, shownName } from './people.ts'
import { tooMany } from './seatsLeft.ts'
import type { Choice } from './useParty.ts'
import classes from './WhoIsComing.module.css'

// With fields, which most visits do not need.
const AddPerson = lazyPart(() => import('./AddPerson.tsx'))
const AskBirthDate = lazyPart(() => import('./AskBirthDate.tsx'))

/** Whether someone can be chosen, and what their card says. */
export type Standing =
  | { kind: 'open' }
  /** Has a seat already. */
  | { kind: 'taken'; label: string }
  | { kind: 'barred'; sentence: string }
  /** Can be chosen once the birth date is known. */
  | { kind: 'unknown-age' }

export const canBeChosen = ({ kind }: Standing): boolean => kind === 'open'

/** Whether someone has an age that a camp or class is for, as the server judges it. */
export function standingByAge(person: Person, offer: AgeOffer): Standing {
  const age = ageOn(person, offer.start_date)
  const standing = ageStanding(age, offer)
  if (standing === 'within') return { kind: 'open' }
  if (age !== null) {
    // Beside the name.
    return { kind: 'barred', sentence: ageSentence({ is_self: person.isSelf, age }, offer) }
  }
  // Nobody younger has an account: an adult is not asked for a birth date that would not help.
  if (person.isSelf && offer.max_age !== null && offer.max_age < ACCOUNT_AGE) {
    return { kind: 'barred', sentence: `This ${offer.noun} is for ${agesText(offer)}.` }
  }
  return { kind: 'unknown-age' }
}

/** Why nothing can be sent yet: nobody is chosen, or more than there are spots for; null when all is said. */
export function missingOf(
  chosen: readonly Person[],
  { spotsLeft, ages }: { spotsLeft: number; ages: AgeRange },
): string | null {
  if (chosen.length === 0) return 'Choose who is coming.'
  return chosen.length > spotsLeft ? tooMany(spotsLeft, isForChildren(ages)) : null
}

interface WhoIsComingProps {
  party: Choice
  /** Everybody can be chosen without it. */
  standingOf?: (person: Person) => Standing
  /** What ages are checked for. */
  offer?: AgeOffer
  /** One person takes part. */
  single?: boolean
  /** A birth date must be given. */
  needsBirthDate?: boolean
  /** Those who have a seat are listed elsewhere on the page. */
  hidesTaken?: boolean
  /** More than this cannot come. */
  spotsLeft?: number
  disabled?: boolean
  /** Why nothing can be booked yet, e.g. that nobody is chosen. */
  problem?: string | null
}

const open: Standing = { kind: 'open' }
const noLimit: AgeRange = { min_age: null, max_age: null }

/**
 * Who takes part in cage time, a lesson, a camp or a class: the people of the family as large rows, children first, and one
 * more added in place. A customer with nobody else sees one quiet line.
 */
export function WhoIsComing(props: WhoIsComingProps) {
  const { party, standingOf = () => open, offer, single = false, hidesTaken = false, problem } = props
  const { spotsLeft = Number.POSITIVE_INFINITY, disabled = false } = props
  const forChildren = isForChildren(offer ?? noLimit)
  const listed = party.people
    .map((person) => ({ person, standing: standingOf(person) }))
    .filter(({ standing }) => !hidesTaken || standing.kind !== 'taken')
  // The account's owner is not among the children; a line below says why.
  const own = listed.find(({ person, standing }) => person.isSelf && standing.kind === 'barred')
  const shown = inOrder(listed.filter((row) => row !== own))
  const children = shown.filter(({ person }) => !person.isSelf)
  const [adding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const wasAdding = useRef(false)
  useEffect(() => {
    // Where the fields were: what is next may be another child.
    if (wasAdding.current && !adding) addButton.current?.focus()
    wasAdding.current = adding
  }, [adding])
  useEffect(() => {
    // The first of the people, or the way to add one where none can be chosen.
    if (problem) group.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [problem])
  const add = adding && (
    <Suspense fallback={<Skeleton height="14rem" aria-busy="true" />}>
      <AddPerson
        title={forChildren ? 'Add a Child' : 'Add a Person'}
        needsBirthDate={props.needsBirthDate ?? false}
        isPending={party.isPending}
        onAdd={party.add}
        onUse={party.use}
        onClose={() => setAdding(false)}
      />
    </Suspense>
  )
  if (party.alone ? !forChildren : shown.length === 0 && !own) {
    return (
      add || (
        <Text tone="dim" size="sm">
          {single ? 'Booking for' : 'Registering'} {party.alone ? 'a' : 'another'} child?{' '}
          <button
            ref={addButton}
            type="button"
            className={classes.textButton}
            disabled={disabled}
            onClick={() => setAdding(true)}
          >
            Add them here
          </button>
        </Text>
      )
    )
  }
  const rowOf = ({ person, standing }: Listed) => (
    <PersonRow
      key={person.id}
      person={person}
      standing={standing}
      offer={offer}
      single={single}
      chosen={party.chosen.some(({ id }) => id === person.id)}
      party={party}
    />
  )
  const addRow = (
    <li key="add">
      {add || (
        <button
          ref={addButton}
          type="button"
          className={classes.card}
          data-open
          data-add
          onClick={() => setAdding(true)}
        >
          <span className={classes.plus}>
            <IconPlus size={24} aria-hidden />
          </span>
          <Text as="span" size="lg" strong>
            {forChildren ? 'Add a Child' : 'Add a Person'}
          </Text>
        </button>
      )}
    </li>
  )
  // A visitor at a camp of children is not asked about themselves.
  const others = party.alone ? [] : shown.filter(({ person }) => person.isSelf)
  const short = party.chosen.length > spotsLeft ? tooMany(spotsLeft, forChildren) : null
  return (
    <Stack
      as="fieldset"
      gap="xs"
      ref={group}
      className={classes.who}
      data-single={single || undefined}
      disabled={disabled}
      aria-describedby={problem ? 'who-problem' : undefined}
    >
      <Heading below={8} as="legend">
        Who Is Coming?
      </Heading>
      <Grid as="ul" gap="xs" className={classes.cards}>
        {children.map(rowOf)}
        {forChildren && addRow}
        {others.map(rowOf)}
        {!forChildren && addRow}
      </Grid>
      {own && !party.alone && <Text tone="dim">{sentenceOf(own.standing)}</Text>}
      {short && short !== problem && (
        <Text tone="problem" strong role="status">
          {short}
        </Text>
      )}
      {problem && (
        <Text tone="problem" strong breaks id="who-problem" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}

interface Listed {
  readonly person: Person
  readonly standing: Standing
}

/** Children by age, whoever cannot come after them, the customer last. */
function inOrder(listed: readonly Listed[]): Listed[] {
  const rank = ({ person, standing }: Listed) =>
    Number(person.isSelf) * 2 + Number(standing.kind === 'barred')
  const born = ({ person }: Listed) => person.birthDate ?? ''
  return listed.toSorted((a, b) => rank(a) - rank(b) || born(b).localeCompare(born(a)))
}

const sentenceOf = (standing: Standing): string => (standing.kind === 'barred' ? standing.sentence : '')

interface PersonRowProps extends Listed {
  offer: AgeOffer | undefined
  single: boolean
  chosen: boolean
  party: Choice
}

/** One person; the whole row is pressed to choose them, or to say the birth date that is missing. */
function PersonRow({ person, standing, offer, single, chosen, party }: PersonRowProps) {
  const [asking, setAsking] = useState(false)
  const facts = <PersonFacts person={person} standing={standing} offer={offer} />
  if (standing.kind === 'unknown-age') {
    return (
      <li>
        {asking ? (
          <div className={classes.card}>{facts}</div>
        ) : (
          <button type="button" className={classes.card} data-open onClick={() => setAsking(true)}>
            {facts}
          </button>
        )}
        {asking && (
          <Suspense fallback={<Skeleton height="5rem" aria-busy="true" />}>
            <AskBirthDate person={person} party={party} />
          </Suspense>
        )}
      </li>
    )
  }
  return (
    <li>
      {standing.kind === 'open' ? (
        <label className={classes.card} data-open>
          <input
            type={single ? 'radio' : 'checkbox'}
            className={coveringInput}
            checked={chosen}
            onChange={() => party.toggle(person.id)}
          />
          {facts}
          <span className={classes.box} data-round={single || undefined} aria-hidden>
            {chosen && <IconCheck size={20} stroke={3} />}
          </span>
        </label>
      ) : (
        <div className={classes.card} data-barred={standing.kind === 'barred' || undefined}>
          {facts}
        </div>
      )}
    </li>
  )
}

function PersonFacts({ person, standing, offer }: Pick<PersonRowProps, 'person' | 'standing' | 'offer'>) {
  return (
    <>
      <Avatar name={person.name} isSelf={person.isSelf} />
      <Text as="span" breaks grow shrinks className={classes.words}>
        <Text as="span" size="lg" strong>
          {shownName(person)}
        </Text>
        {person.isSelf && person.name && (
          <Text as="span" tone="dim">
            {person.name}
          </Text>
        )}
        {standing.kind === 'open' && <AgeLine person={person} offer={offer} />}
        {standing.kind === 'unknown-age' && (
          <Text as="span" tone="link" strong>
            Add Birth Date
          </Text>
        )}
        {standing.kind === 'barred' && (
          <Text as="span" tone="dim" size="sm">
            {standing.sentence}
          </Text>
        )}
      </Text>
      {standing.kind === 'taken' && (
        <Text as="span" strong rigid className={classes.taken}>
          {standing.label}
        </Text>
      )}
    </>
  )
}

/** How old someone is on the first day; with a tick where that is what it is for. */
function AgeLine({ person, offer }: Pick<PersonRowProps, 'person' | 'offer'>) {
  const today = useToday()
  const day = offer?.start_date ?? today
  const age = ageOn(person, day)
  if (age === null || (person.isSelf && !offer)) return null
  const fits = offer && hasAgeLimit(offer)
  return (
    <Row as="span" gap={4} nowrap className={classes.age} data-fits={fits || undefined}>
      {fits && <IconCheck size={18} aria-hidden />}
      {ageText(age)} old{age !== ageOn(person, today) && ` on ${formatDay(day, 'date')}`}
    </Row>
  )
}
