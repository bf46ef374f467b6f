import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type {
  CampDetail,
  HouseholdCampSeat,
  registerForCamp,
} from '../../../shared/contract/programs/camps.ts'
import type { RefusedParticipants } from '../../../shared/contract/programs/registrations.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { withTax } from '../../../shared/domain/money/salesTax.ts'
import { isRefusal } from '../../api/apiError.ts'
import { refreshAccount } from '../../api/queries/account.ts'
import { useSalesTax } from '../../api/queries/facility.ts'
import { queryKeys } from '../../api/queryKeys.ts'
import { loadSession } from '../../api/session.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import { forgetPeople } from '../../components/participants/keptPeople.ts'
import { fullNames, namesWithVerb, type Person } from '../../components/participants/people.ts'
import { seatsLeft } from '../../components/participants/seatsLeft.ts'
import { useParty } from '../../components/participants/useParty.ts'
import {
  canBeChosen,
  missingOf,
  type Standing,
  standingByAge,
} from '../../components/participants/WhoIsComing.tsx'
import { forgetResume, keepResume, useResume } from '../../components/resume.ts'
import { useTicket } from '../../components/ticket/useTicket.ts'
import { useCheckout } from '../payments/useCheckout.tsx'
import { type CampDialog, paymentProblem, registrationProblem } from './campProblem.ts'

interface RegisteringOptions {
  camp: CampDetail
  /** The family's registrations. */
  taken: readonly HouseholdCampSeat[]
  /** Spots that an unfinished checkout of the family holds. */
  held: number
  signedIn: boolean
  /** Until when it can be canceled. */
  terms: ReactNode
  /** Back from signing in: shows where the person was. */
  onBack: () => void
}

/** How a spot is paid. */
type Way = 'card' | 'arrival'

/** Who is coming to a camp, and registering and paying for them (spec 2 §4). */
export function useRegistering({ camp, taken, held, signedIn, terms, onBack }: RegisteringOptions) {
  const [dialog, setDialog] = useState<CampDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Whether the problem is that something was not said. */
  const [asked, setAsked] = useState(false)
  /** What was pressed before signing in. */
  const [wanted, setWanted] = useState<Way>('arrival')
  /** Whom the open payment is for. */
  const [paidFor, setPaidFor] = useState<readonly Person[]>([])
  const queryClient = useQueryClient()
  const showTicket = useTicket()
  const tax = useSalesTax('camps')
  const refresh = () => refreshSeats(queryClient)
  const { attempt: register, isPending } = useRegistration()
  const standingOf = (person: Person) => campStanding(person, camp, taken)
  const spotsLeft = camp.spots_left + held
  const party = useParty({
    of: `camp:${camp.id}`,
    canCome: (person) => canBeChosen(standingOf(person)),
    ages: camp,
    preselects: taken.length === 0,
  })
  const checkout = useCheckout({
    terms,
    refresh,
    forWhom: fullNames(paidFor),
    onPaid: forgetPeople,
    unconfirmedText: 'Payment succeeded, but registration failed. Please contact support.',
    onRefused: (refusal) => {
      const left = seatsLeft(refusal)
      const told =
        askFirst(refusal, () => payFor(paidFor)) ??
        (left === null ? paymentProblem(refusal) : short(left, paidFor, payFor))
      setDialog(told)
      return told !== null
    },
  })

  /** Asks first what the facility wants to know or have signed, and goes on. */
  function askFirst(error: unknown, again: () => void): CampDialog | null {
    const go = () => {
      setDialog(null)
      again()
    }
    if (isRefusal(error, 'waiver_needed')) return { kind: 'waiver', error, go }
    if (!isRefusal(error, 'care_needed')) return null
    return { kind: 'care', people: (error.details as RefusedParticipants).participants, go }
  }

  /** Offers to register those who still fit. */
  const short = (
    left: number,
    people: readonly Person[],
    go: (first: readonly Person[]) => void,
  ): CampDialog => ({
    ...{ kind: 'short', left, people },
    go: (first) => {
      setDialog(null)
      go(first)
    },
  })

  /** Those chosen, known to the server; null where something is missing, which the page then says. */
  async function whoComes(way: Way): Promise<readonly Person[] | null> {
    setProblem(null)
    if (!signedIn && (await loadSession(queryClient)).status === 'signed-out') {
      setWanted(way)
      setDialog({ kind: 'login' })
      return null
    }
    const missing = missingOf(party.chosen, { spotsLeft, ages: camp })
    setAsked(missing !== null)
    if (missing) {
      setProblem(missing)
      return null
    }
    const ready = await party.ready()
    if ('people' in ready) return ready.people
    setProblem(ready.error.message)
    return null
  }

  async function pay() {
    const people = await whoComes('card')
    if (people) payFor(people)
  }

  function payFor(people: readonly Person[]) {
    setPaidFor(people)
    checkout.pay({
      campId: camp.id,
      ...namedIds(people, 'participantIds'),
      amount: withTax(centsFromDollars(camp.price), tax) * people.length,
      description: camp.name,
    })
  }

  /** Pays registrations that were to be paid on arrival, at the price of each. */
  function paySeats(seats: readonly HouseholdCampSeat[]) {
    const ids = seats.flatMap(({ registration_id }) => registration_id ?? [])
    const [only] = ids
    if (!only) return
    setPaidFor(seats.map(({ participant }) => personOf(participant)))
    checkout.pay({
      campId: camp.id,
      ...(ids.length === 1 ? { registrationId: only } : { registrationIds: ids }),
      amount: seats.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0),
      description: camp.name,
    })
  }

  /** Nobody is registered by one press: who, when and for how much is shown first. */
  async function registerOnArrival() {
    const people = await whoComes('arrival')
    if (people) setDialog({ kind: 'confirm', people, onConfirm: () => void registerThem(people) })
  }

  async function registerThem(people: readonly Person[]) {
    const outcome = await register({ p_camp_id: camp.id, ...namedIds(people, 'participant_ids') })
    if (!outcome) return
    if ('answer' in outcome) {
      const named = people.some(({ isSelf }) => !isSelf)
      setDialog(null)
      forgetPeople()
      const who = named ? `${namesWithVerb(people)} registered. ` : ''
      return showTicket({
        heading: 'Registration Successful!',
        text: `${who}${camp.price === 0 ? '' : 'You will pay on arrival. '}See you at the camp!`,
        tab: 'camps',
        ids: outcome.answer.registrations.map(({ registration_id }) => registration_id),
      })
    }
    const left = seatsLeft(outcome.error)
    setDialog(
      askFirst(outcome.error, () => void registerThem(people)) ??
        (left === null
          ? registrationProblem(outcome.error)
          : short(left, people, (first) => void registerThem(first))),
    )
  }

  // Nobody is registered without a press: paying by card asks once more by itself, the other way is shown again.
  const known = signedIn && !party.isLoading
  const resumeOf = (way: Way) => `camp-${way}:${camp.id}`
  useResume(resumeOf('card'), known, () => {
    forgetResume()
    void pay()
  })
  useResume(resumeOf('arrival'), known, () => {
    forgetResume()
    onBack()
  })

  return {
    party,
    standingOf,
    spotsLeft,
    /** The person leaves to sign in. */
    leave: () => keepResume(resumeOf(wanted)),
    checkout,
    dialog,
    closeDialog: () => setDialog(null),
    /** Why nothing was sent; gone once someone is chosen. */
    problem: asked && missingOf(party.chosen, { spotsLeft, ages: camp }) === null ? null : problem,
    tax,
    isPending: isPending || party.isPending,
    isRegistering: isPending,
    pay,
    paySeats,
    registerOnArrival,
  }
}

/** Registers for a camp, to be paid on arrival. Pending until the page shows the new state. */
const useRegistration = () =>
  useAttempt({
    send: (json: z.input<typeof registerForCamp.body>, once) => once('POST /api/camp-registrations', json),
    refresh: refreshSeats,
    pendingUntilRefreshed: true,
  })

/** Spots and the family's seats, as they are now; those are among what is the customer's own. */
const refreshSeats = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: queryKeys.camps }), refreshAccount(queryClient)])

/** Whether someone can come: not registered yet, and of the camp's ages on its first day. */
function campStanding(person: Person, camp: CampDetail, taken: readonly HouseholdCampSeat[]): Standing {
  if (taken.some(({ participant }) => participant.id === person.id)) {
    return { kind: 'taken', label: 'Registered' }
  }
  return standingByAge(person, { ...camp, noun: 'camp' })
}

const personOf = ({ id, name, is_self }: HouseholdCampSeat['participant']): Person => ({
  id,
  name,
  isSelf: is_self,
  birthDate: null,
  typed: false,
})

/** The ids for a request, which names nobody where only the customer comes. */
function namedIds<Field extends string>(people: readonly Person[], field: Field) {
  const alone = people.length === 1 && people[0]?.isSelf
  return (alone ? {} : { [field]: people.map(({ id }) => id) }) as Partial<Record<Field, string[]>>
}
