import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { participantsQuery } from '../../api/queries/household.ts'
import { useSession } from '../../api/session.ts'
import { type Person, personsOf } from './people.ts'
import { useFamilyChanges } from './useNewPerson.ts'
import type { Choice } from './useParty.ts'

/** Who a cage or lesson is for. */
export interface OnePerson {
  /** The family and the one chosen; undefined while it is not known, and for guests. */
  readonly party: Choice | undefined
  /** The one chosen: at first the last choice in this browser, or the customer; where it is asked, nobody. */
  readonly person: Person | undefined
  /** Someone must be chosen first. */
  readonly isMissing: boolean
  /** The family is not known yet. */
  readonly isLoading: boolean
  /** For a request, which names nobody where it is for the customer. */
  readonly request: { participant_id?: string }
}

/**
 * Keeps who it is for. The choice is remembered for the account in this browser, by an id that tells nothing.
 *
 * @param asks a customer with a family has to say it each time.
 */
export function useOnePerson({ asks = false } = {}): OnePerson {
  const session = useSession()
  const account = session.status === 'signed-in' ? session.profile.id : null
  const { data, isFetched } = useQuery({ ...participantsQuery, enabled: account !== null })
  const [picked, setPicked] = useState<string | null>(null)
  const people = account !== null && data ? personsOf(data) : undefined
  const isAsked = asks && people !== undefined && people.length > 1
  const wanted = picked ?? (account && !isAsked ? lastChoice(account) : null)
  const person =
    people?.find(({ id }) => id === wanted) ?? (isAsked ? undefined : people?.find(({ isSelf }) => isSelf))

  function choose(id: string) {
    setPicked(id)
    if (account) keepLast(account, id)
  }

  const changes = useFamilyChanges(choose)

  return {
    person,
    isLoading: account !== null && !isFetched,
    isMissing: isAsked && person === undefined,
    request: person && !person.isSelf ? { participant_id: person.id } : {},
    party: people && {
      people,
      alone: people.length === 1,
      chosen: person ? [person] : [],
      isPending: changes.isPending,
      toggle: choose,
      add: changes.add,
      use: changes.use,
      setBirthDate: changes.setBirthDate,
    },
  }
}

const keyOf = (account: string) => `dugout.last-person.${account}`

/** Storage can be switched off; then it is the customer each time. */
function lastChoice(account: string): string | null {
  try {
    return localStorage.getItem(keyOf(account))
  } catch {
    return null
  }
}

function keepLast(account: string, id: string): void {
  try {
    localStorage.setItem(keyOf(account), id)
  } catch {
    // The choice holds for this page.
  }
}
