import type { z } from 'zod'
import type { Participant } from '../../../shared/contract/accounts/households.ts'
import type { KeptCare, updateParticipantCare } from '../../../shared/contract/accounts/participantCare.ts'
import { nameProblem } from '../../../shared/domain/people/personName.ts'
import { looksLikePhone, notAPhone } from '../../components/phone.ts'

/** A child, and what is kept of them for emergencies. */
export interface Asked {
  readonly person: Pick<Participant, 'id' | 'name' | 'photo_consent'>
  readonly care: KeptCare
}

/** What the form holds: an answer for each child, and whom to call and who picks up, for all of them. */
export interface CareAnswers {
  answers: Readonly<Record<string, { kind: 'nothing' | 'note' | null; note: string; photos: string }>>
  contact_name: string
  contact_phone: string
  pickup_name: string
  pickup_phone: string
}

type Care = z.input<typeof updateParticipantCare.body>

export function answersOf(asked: readonly Asked[]): CareAnswers {
  const contact = asked.flatMap(({ care }) => care.emergency_contacts)[0]
  const pickup = asked.flatMap(({ care }) => care.pickup_adults)[0]
  return {
    answers: Object.fromEntries(
      asked.map(({ person, care: { medical_note, nothing_to_note } }) => [
        person.id,
        {
          kind: medical_note ? ('note' as const) : nothing_to_note ? ('nothing' as const) : null,
          note: medical_note ?? '',
          photos: person.photo_consent,
        },
      ]),
    ),
    contact_name: contact?.name ?? '',
    contact_phone: contact?.phone ?? '',
    pickup_name: pickup?.name ?? '',
    pickup_phone: pickup?.phone ?? '',
  }
}

/** What is not said yet, by field: a child's as `answers.<id>`. */
export function careProblems(values: CareAnswers): Record<string, string | null> {
  const { answers, contact_name, contact_phone, pickup_name, pickup_phone } = values
  const ofChildren = Object.entries(answers).map(([id, { kind, note }]): [string, string | null] => [
    `answers.${id}`,
    kind === null ? 'Please choose one.' : kind === 'note' && !note.trim() ? 'Please tell us.' : null,
  ])
  return {
    ...Object.fromEntries(ofChildren),
    contact_name: contact_name.trim() ? nameProblem(contact_name) : 'Please enter the name.',
    contact_phone: looksLikePhone(contact_phone) ? null : notAPhone,
    pickup_name:
      pickup_phone.trim() && !pickup_name.trim() ? 'Please enter the name.' : nameProblem(pickup_name),
    pickup_phone: !pickup_phone.trim() || looksLikePhone(pickup_phone) ? null : notAPhone,
  }
}

/** What is sent of one child. Others whom the family has named before stay, after who is named now. */
export function careOf({ person, care }: Asked, values: CareAnswers): Care {
  const answer = values.answers[person.id]
  const note = answer?.kind === 'note' ? answer.note.trim() : ''
  const contact = { name: values.contact_name.trim(), phone: values.contact_phone.trim() }
  const pickup = { name: values.pickup_name.trim(), phone: values.pickup_phone.trim() || null }
  return {
    medical_note: note || null,
    nothing_to_note: answer?.kind === 'nothing',
    emergency_contacts: firstOf(care.emergency_contacts, { ...contact, relation: '' }, 4),
    pickup_adults: firstOf(care.pickup_adults, pickup, 6),
    photo_consent: (answer?.photos ?? 'unasked') as NonNullable<Care['photo_consent']>,
  }
}

/** The kept ones with this one first; unchanged where it is among them, or empty. */
function firstOf<Named extends { name: string; phone: string | null }>(
  kept: readonly Named[],
  one: Named,
  most: number,
): Named[] {
  if (!one.name) return [...kept]
  const same = kept.find(({ name }) => name === one.name)
  const first = same ? { ...same, phone: one.phone } : one
  return [first, ...kept.filter((other) => other !== same)].slice(0, most)
}
