import type { z } from 'zod'
import type {
  Participant,
  Position,
  participantChange,
} from '../../../../shared/contract/accounts/households.ts'
import type { KeptCare, participantCare } from '../../../../shared/contract/accounts/participantCare.ts'
import { nameProblem } from '../../../../shared/domain/people/personName.ts'
import { birthDateProblem, readTyped, typedDay } from '../../../components/participants/birthDate.ts'
import { looksLikePhone, notAPhone } from '../../../components/phone.ts'

type PersonChange = z.input<typeof participantChange>
type Care = z.input<typeof participantCare>

/** What the form of a person holds; empty text is no answer. */
export interface PersonValues {
  name: string
  /** As typed: MM/DD/YYYY. */
  birth: string
  positions: Position[]
  bats: string
  throws: string
  photo_consent: Participant['photo_consent']
  medical_note: string
  /** An adult said that there is nothing to note. */
  nothing_to_note: boolean
  emergency_contacts: { name: string; phone: string; relation: string }[]
  pickup_adults: { name: string; phone: string }[]
}

export function valuesOf(person: Participant | undefined, care: KeptCare | undefined): PersonValues {
  return {
    name: person?.name ?? '',
    birth: typedDay(person?.birth_date ?? null),
    positions: person?.positions ?? [],
    bats: person?.bats ?? '',
    throws: person?.throws ?? '',
    photo_consent: person?.photo_consent ?? 'unasked',
    medical_note: care?.medical_note ?? '',
    nothing_to_note: care?.nothing_to_note ?? false,
    emergency_contacts: care?.emergency_contacts ?? [],
    pickup_adults: care?.pickup_adults.map(({ name, phone }) => ({ name, phone: phone ?? '' })) ?? [],
  }
}

/** What the person is sent as. The customer's own name belongs to the profile. */
export function changeOf(values: PersonValues, isSelf: boolean): PersonChange {
  const { name, birth, positions, bats, throws, photo_consent } = values
  return {
    ...(isSelf ? {} : { name: name.trim() }),
    birth_date: readTyped(birth),
    positions,
    bats: (bats || null) as NonNullable<PersonChange['bats']> | null,
    throws: (throws || null) as NonNullable<PersonChange['throws']> | null,
    photo_consent,
  }
}

/** The care data; rows that were left empty do not count. */
export const careOf = ({
  medical_note,
  nothing_to_note,
  emergency_contacts,
  pickup_adults,
}: PersonValues): Care => ({
  medical_note: medical_note.trim() || null,
  nothing_to_note: nothing_to_note && !medical_note.trim(),
  emergency_contacts: emergency_contacts
    .filter(({ name, phone }) => name.trim() || phone.trim())
    .map(({ name, phone, relation }) => ({
      name: name.trim(),
      phone: phone.trim(),
      relation: relation.trim(),
    })),
  pickup_adults: pickup_adults
    .filter(({ name, phone }) => name.trim() || phone.trim())
    .map(({ name, phone }) => ({ name: name.trim(), phone: phone.trim() || null })),
})

const problemOf = (name: string) => (name.trim() ? nameProblem(name) : 'Please enter the name.')

/**
 * The fields with a problem and its sentence; those of a list as `emergency_contacts.0.phone`.
 *
 * @param today the facility day.
 */
export function personProblems(values: PersonValues, today: string): Record<string, string> {
  const problems: [string, string | null][] = [
    ['name', problemOf(values.name)],
    ['birth', birthDateProblem(values.birth, today, false)],
  ]
  values.emergency_contacts.forEach(({ name, phone }, index) => {
    if (!name.trim() && !phone.trim()) return
    problems.push([`emergency_contacts.${index}.name`, problemOf(name)])
    problems.push([`emergency_contacts.${index}.phone`, looksLikePhone(phone) ? null : notAPhone])
  })
  values.pickup_adults.forEach(({ name, phone }, index) => {
    if (!name.trim() && !phone.trim()) return
    problems.push([`pickup_adults.${index}.name`, problemOf(name)])
    problems.push([`pickup_adults.${index}.phone`, !phone.trim() || looksLikePhone(phone) ? null : notAPhone])
  })
  return Object.fromEntries(problems.filter((problem): problem is [string, string] => problem[1] !== null))
}
