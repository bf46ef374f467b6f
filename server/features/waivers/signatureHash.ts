import { hash } from 'node:crypto'

/** What a signature says. */
export interface SignedFacts {
  readonly title: string
  readonly version: number
  readonly body: string
  readonly participant_name: string
  readonly signer_name: string
  readonly relation: 'self' | 'guardian'
  readonly how: 'typed' | 'drawn'
  readonly drawing: string | null
  readonly signed_at: Date
}

/** SHA-256, hex, of a JSON array: title, version, text, person, signer, relation, how, drawing and time, in this order. */
export const signatureHash = (facts: SignedFacts): string =>
  hash(
    'sha256',
    JSON.stringify([
      ...[facts.title, facts.version, facts.body, facts.participant_name, facts.signer_name],
      ...[facts.relation, facts.how, facts.drawing, facts.signed_at.toISOString()],
    ]),
    'hex',
  )
