import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import type { Route } from '../../../shared/contract/route.ts'
import {
  getWaiverCopy,
  handOverWaivers,
  listOwnWaivers,
  listWaiverStates,
  listWaivers,
  openWaiverHandover,
  saveWaiver,
  signHandedOver,
  signWaivers,
} from '../../../shared/contract/waivers/waivers.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { PRIVATE } from '../../http/answers/problem.ts'
import { isSigned, sign } from '../../http/answers/signature.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { addressClass } from '../../http/limits/addressClass.ts'
import { type Limit, networkOf, refuseTooMany } from '../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { describeDevice } from '../accounts/devices/deviceName.ts'
import { firstNames } from '../households/adults.ts'
import { readParticipantsOf } from '../households/ownRows.ts'
import { listParticipants } from '../households/queries.ts'
import { readTakingPart } from '../households/takingPart.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { copyAsPdf, readCopy, type SignedCopy, signedAt } from './copy.ts'
import { findHandover, makeHandover } from './handovers.ts'
import { listForSettings, publishWaiver } from './publishing.ts'
import { readAhead, readMissing, readSignatures, readTexts } from './queries.ts'
import { type Signed, type Signing, signFor } from './signing.ts'

/** A name as it is compared: without case, accents and extra blanks; the database's `folded_name`. */
const folded = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase()

/** What the signature of a link to a copy is good for. */
const COPY = 'waiver copy'

export const waiverEndpoints = [
  endpoint(listOwnWaivers, async ({ context, user }) => {
    const { db, clock } = context
    const now = clock.now()
    const people = await listParticipants(db, user.profile.id)
    const ids = people.map(({ id }) => id)
    const current = people.flatMap(({ id, name, is_self, archived_at }) =>
      archived_at === null ? [{ id, name, is_self }] : [],
    )
    const [texts, missing, signatures, ahead] = await Promise.all([
      readTexts(db),
      readMissing(db, ids, null, now),
      readSignatures(db, ids, now),
      readAhead(db, ids, now),
    ])
    const waivers = texts.map((text) => ({
      ...text,
      missing: current
        .filter(({ id }) => missing.some((row) => row.waiver_id === text.id && row.participant_id === id))
        .map((person) => ({
          ...person,
          needs_it: ahead.some(
            ({ participant_id, kind }) => participant_id === person.id && text.required_for.includes(kind),
          ),
        })),
    }))
    return reply({ signer: user.profile.full_name, waivers, signatures })
  }),

  endpoint(signWaivers, (call) =>
    runCommand(call, async (tx) => {
      const { user, body } = call
      const people = await readTakingPart(tx, user.profile, body.participant_ids)
      if (people instanceof Refusal) return people
      if (folded(body.name) !== folded(user.profile.full_name)) return refuse('waiver_name_differs')
      const signed = await signFor(tx, people, {
        ...signingOf(call, body),
        signedBy: user.profile.id,
        relationTo: ({ is_self }) => (is_self ? 'self' : 'guardian'),
      })
      if (signed instanceof Refusal) return signed
      await mailCopies(tx, call, signed, people)
      return reply({ signed: signed.ids.length, already_signed: signed.already })
    }),
  ),

  endpoint(getWaiverCopy, async (call) => {
    const { context, params, query } = call
    const copies = await readCopy(context.db, params.id)
    const mayRead = await readersRule(call)
    const secret = context.config.secrets.auth
    const isLinked = query.signature !== undefined && isSigned(secret, COPY, params.id, query.signature)
    const [first, ...others] = copies.filter((copy) => isLinked || mayRead(copy))
    if (!first) return refuse('waiver_not_found')
    const pdf = await copyAsPdf([first, ...others], await context.facility.get())
    return new Response(pdf, {
      headers: {
        ...PRIVATE,
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="signed-waiver.pdf"',
      },
    })
  }),

  endpoint(openWaiverHandover, async ({ context, body, address }) => {
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    const { db, clock } = context
    const found = await findHandover(db, body.token, clock.now())
    if (!found) return refuse('waiver_link_invalid')
    const [texts, missing] = await Promise.all([
      readTexts(db),
      readMissing(db, [found.id], null, clock.now()),
    ])
    const waivers = texts.filter(({ id }) => missing.some(({ waiver_id }) => waiver_id === id))
    return reply({ person: found.name, expires_at: found.expires_at.toISOString(), waivers })
  }),

  // Not under an idempotency key, which would store a digest of the secret. Signing twice changes nothing.
  endpoint(signHandedOver, async (call) => {
    const { context, body, address, actor } = call
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    const signing = { ...signingOf(call, body), signedBy: null, relationTo: () => body.relation }
    // Whoever is signed in on this screen is not who signs.
    const nobody = { ...actor, userId: null }
    const signed = await transaction(context.db, nobody, async (tx) => {
      const found = await findHandover(tx, body.token, signing.now)
      if (!found) return refuse('waiver_link_invalid')
      return signFor(tx, [{ id: found.id, name: found.name, is_self: false }], signing)
    })
    return signed instanceof Refusal
      ? signed
      : reply({ signed: signed.ids.length, already_signed: signed.already })
  }),

  // Not under an idempotency key, which would store the answer with the secret.
  endpoint(handOverWaivers, async ({ context, db, actor, user, body }) => {
    const made = await transaction(db, actor, (tx) =>
      makeHandover(tx, body.participant_id, user.profile.id, context.clock.now()),
    )
    if (!made) return refuse('participant_not_found')
    const url = `${context.publicUrl()}/sign-waiver#token=${made.token}`
    return reply({ url, expires_at: made.expires_at.toISOString() })
  }),

  endpoint(listWaiverStates, async ({ context, query }) => {
    const { db, clock } = context
    const ids = query.participant_ids
    const [missing, signatures] = await Promise.all([
      readMissing(db, ids, query.kind ?? null, clock.now()),
      readSignatures(db, ids, clock.now()),
    ])
    const of = <Row extends { participant_id: string | null }>(rows: readonly Row[], id: string) =>
      rows.filter(({ participant_id }) => participant_id === id)
    return reply(
      ids.map((participant_id) => ({
        participant_id,
        missing: of(missing, participant_id).map(({ waiver_id, title, why }) => ({ waiver_id, title, why })),
        signed: of(signatures, participant_id).filter(({ holds }) => holds),
      })),
    )
  }),

  endpoint(listWaivers, async ({ db }) => reply(await listForSettings(db))),

  endpoint(saveWaiver, (call) =>
    runCommand(call, async (tx) => {
      const { context, user, body } = call
      const facility = await context.facility.get()
      const saved = await publishWaiver(tx, body, {
        userId: user.profile.id,
        now: context.clock.now(),
        facility,
      })
      if (saved instanceof Refusal) return saved
      const waiver = (await listForSettings(tx)).find(({ id }) => id === saved)
      return waiver ? reply(waiver) : refuse('waiver_not_found')
    }),
  ),
]

function signingOf<R extends Route>(
  { context, address, request }: Call<R>,
  body: Pick<Signing, 'waivers' | 'name' | 'drawing'>,
) {
  return {
    ...{ waivers: body.waivers, name: body.name, drawing: body.drawing },
    addressClass: addressClass(address),
    device: describeDevice(request.headers.get('user-agent')).name,
    now: context.clock.now(),
  }
}

/** Copies are for the adults of whom they are about. */
async function readersRule(call: Call<typeof getWaiverCopy>): Promise<(copy: SignedCopy) => boolean> {
  const caller = await call.caller()
  if (!caller) return () => false
  const { db } = call.context
  const own = await transaction(db, call.actor, (tx) => readParticipantsOf(tx, caller.profile.id))
  return ({ participant_id }) => participant_id !== null && own.has(participant_id)
}

/** One mail for each text, with a signed link to its PDF. */
async function mailCopies(
  tx: Tx,
  { context, user }: Call<typeof signWaivers>,
  { ids }: Signed,
  people: readonly ParticipantRef[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('waiver_signatures as signature')
    .innerJoin('waivers', 'waivers.id', 'waiver_id')
    .select(['signature.id', 'waiver_id', 'title', 'participant_id', 'signed_at'])
    .where('signature.id', 'in', ids)
    .execute()
  const { time_zone } = await context.facility.get()
  for (const [first, ...others] of Map.groupBy(rows, ({ waiver_id }) => waiver_id).values()) {
    if (!first) continue
    const signedFor = [first, ...others].map(({ participant_id }) => participant_id)
    const signature = sign(context.config.secrets.auth, COPY, first.id)
    await enqueueMessage(tx, {
      template: 'waiver-signed',
      to: { email: user.profile.email, userId: user.profile.id },
      data: {
        full_name: user.profile.full_name,
        waiver: first.title,
        people: firstNames(people.filter(({ id }) => signedFor.includes(id)).map(({ name }) => name)),
        signed_at: signedAt(first.signed_at, time_zone),
        copy_url: `${context.publicUrl()}/api/waiver-copies/${first.id}?signature=${signature}`,
      },
      dedupeKey: `waiver-signed:${first.id}`,
    })
  }
}

/** Limits attempts with invalid secrets. They cannot be guessed; this bounds the work. */
const linksFrom = (address: string): Limit => ({
  name: 'waiver link from',
  subject: networkOf(address),
  most: 120,
  seconds: 900,
})
