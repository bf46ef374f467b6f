import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AgeRange, hasAgeLimit, isForChildren } from '../../../shared/domain/programs/ages.ts'
import { useLiveHousehold } from '../../api/livePages.ts'
import { participantsQuery } from '../../api/queries/household.ts'
import { useSession } from '../../api/session.ts'
import { forgetPeople, keepPeople, keptPeople } from './keptPeople.ts'
import { mergeTyped, type Person, personsOf, selfId, type TypedPerson, visitor } from './people.ts'
import { existingOf, type NewPerson, useFamilyChanges } from './useNewPerson.ts'

/** Who is coming: the people of the family and those chosen of them. */
export interface Party {
  /** The customer first. */
  readonly people: readonly Person[]
  /** Nobody but the customer is there to choose, and nothing has to be asked. */
  readonly alone: boolean
  /** Those chosen who can come, in the order of `people`. */
  readonly chosen: readonly Person[]
  readonly isPending: boolean
  /** The family is not known yet. */
  readonly isLoading: boolean
  readonly toggle: (id: string) => void
  /** Adds someone and chooses them; null where it worked, or why it did not. */
  readonly add: (person: NewPerson) => Promise<Error | null>
  /** Chooses someone of that name who is in the family already, and brings them back if they are archived. */
  readonly use: (id: string, archived: boolean) => Promise<Error | null>
  /** Says it and chooses them, if they can come then. */
  readonly setBirthDate: (id: string, birthDate: string) => Promise<Error | null>
  /** Those chosen, with those added who were typed before signing in; or why someone could not be added. */
  readonly ready: () => Promise<{ people: readonly Person[] } | { error: Error }>
}

/** What the rows need of those who can be chosen, for one person too. */
export type Choice = Omit<Party, 'isLoading' | 'ready'>

interface PartyOptions {
  /** The page, for what is kept over signing in: 'camp:<id>'. */
  readonly of: string
  readonly canCome: (person: Person) => boolean
  /** The ages that it is for: with a limit a customer without others is asked too, and nobody is preselected for children. */
  readonly ages: AgeRange
  /** Whether the only child who can come is chosen at first. */
  readonly preselects?: boolean
}

/** Keeps who is coming to a camp or class. Someone who is not signed in types people, who are added after signing in. */
export function useParty({ of, canCome, ages, preselects = true }: PartyOptions): Party {
  const signedIn = useSession().status === 'signed-in'
  useLiveHousehold(signedIn)
  const { data, isFetched } = useQuery({ ...participantsQuery, enabled: signedIn })
  const [typed, setTyped] = useState<readonly TypedPerson[]>([])
  // Null until someone has chosen.
  const [picked, setPicked] = useState<readonly string[] | null>(null)

  // The server renders the page without what this browser has kept.
  useEffect(() => {
    const kept = keptPeople(of)
    if (!kept) return
    setTyped(kept.typed)
    setPicked(kept.chosen)
  }, [of])
  useEffect(() => {
    if (picked !== null) keepPeople(of, { typed, chosen: picked })
  }, [typed, picked, of])

  const family = signedIn && data ? personsOf(data) : [visitor]
  const { people, known } = mergeTyped(family, typed)
  const self = family.find(({ isSelf }) => isSelf)
  const idOf = (id: string) => known.get(id) ?? (id === selfId ? (self?.id ?? id) : id)
  // A stranger is asked once it is known who it is.
  const alone = people.length === 1 && !(signedIn && hasAgeLimit(ages))
  const able = people.filter(canCome)
  const wanted = (
    alone
      ? [people[0]?.id]
      : picked === null
        ? preselects && !isForChildren(ages)
          ? defaultOf(able)
          : []
        : picked.map(idOf)
  ).filter((id) => id !== undefined)
  // With nobody else to choose, the page refuses nothing: the server decides.
  const chosen = (alone ? people : able).filter(({ id }) => wanted.includes(id))

  const pick = (id: string) => {
    // With the first child the customer is no longer coming by default.
    setPicked([...(alone ? [] : wanted), id])
  }

  const changes = useFamilyChanges(pick)

  async function add(person: NewPerson): Promise<Error | null> {
    if (!signedIn) {
      const id = crypto.randomUUID()
      setTyped([...typed, { id, name: person.name, birthDate: person.birth_date ?? null }])
      pick(id)
      return null
    }
    return changes.add(person)
  }

  async function setBirthDate(id: string, birthDate: string): Promise<Error | null> {
    if (typed.some((one) => one.id === id)) {
      setTyped(typed.map((one) => (one.id === id ? { ...one, birthDate } : one)))
      pick(id)
      return null
    }
    return changes.setBirthDate(id, birthDate)
  }

  async function ready(): ReturnType<Party['ready']> {
    const ready: Person[] = []
    for (const person of chosen) {
      const { name, birthDate } = person
      if (!person.typed) {
        ready.push(person)
        continue
      }
      const outcome = await changes.create.attempt({ name, birth_date: birthDate })
      if (!outcome) return { error: new Error('Please press again.') }
      const existing = 'error' in outcome ? existingOf(outcome.error) : null
      if (existing && !existing.archived) ready.push({ ...person, id: existing.participant_id, typed: false })
      else if ('error' in outcome) return { error: outcome.error as Error }
      else ready.push({ ...person, id: outcome.answer.id, typed: false })
    }
    if (typed.length > 0) {
      setPicked(ready.map(({ id }) => id))
      setTyped([])
      forgetPeople()
    }
    return { people: ready }
  }

  return {
    people,
    alone,
    chosen,
    isPending: changes.isPending,
    isLoading: signedIn && !isFetched,
    toggle: (id) => setPicked(wanted.includes(id) ? wanted.filter((other) => other !== id) : [...wanted, id]),
    add,
    use: changes.use,
    setBirthDate,
    ready,
  }
}

/** The only child who can come, or nobody: nobody is registered by an oversight. */
const defaultOf = (able: readonly Person[]): string[] =>
  able.length === 1 ? able.filter(({ isSelf }) => !isSelf).map(({ id }) => id) : []
