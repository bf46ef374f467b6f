/** Waivers: texts with versions, and who has signed them (decision record 101). */

import { z } from 'zod'
import { block } from '../facility/publicTexts.ts'
import { id, idList, instant, wholeNumber } from '../fields.ts'
import { participantIds, participantRef } from '../programs/registrations.ts'
import { route } from '../route.ts'
import { manyLines, oneLine, personName } from '../text.ts'

export const waiverKinds = ['camps', 'classes', 'lessons', 'cages'] as const
const kind = z.enum(waiverKinds)
export type WaiverKind = z.infer<typeof kind>

const binds = z.enum(['booking', 'check-in', 'check-in-required']).meta({
  description:
    "'booking': a customer books nothing without it. 'check-in': staff are told that it is missing. 'check-in-required': nobody is checked in without it.",
})
export type WaiverBinding = z.infer<typeof binds>

/** A text as it is read before signing. */
const waiverText = z.object({
  id,
  title: z.string(),
  version: z.number().int(),
  sections: z.array(z.object({ title: z.string(), blocks: z.array(block).readonly() })),
  required_for: z.array(kind),
  binds,
})
export type WaiverText = z.infer<typeof waiverText>

const relation = z.enum(['self', 'guardian'])
const signature = z.object({
  id,
  waiver_id: id,
  title: z.string(),
  version: z.number().int(),
  participant: z.string().meta({ description: 'The name of the person signed for.' }),
  participant_id: id.nullable(),
  signer_name: z.string(),
  relation,
  how: z.enum(['typed', 'drawn']),
  signed_at: instant,
  hash: z.string().meta({ description: 'SHA-256 of the text, the people, the time and the drawing.' }),
  holds: z.boolean().meta({ description: 'Whether it still counts.' }),
})
export type WaiverSignature = z.infer<typeof signature>

const ownWaiver = waiverText.extend({
  missing: z
    .array(
      participantRef.extend({
        needs_it: z.boolean().meta({ description: 'Whether they have something ahead that requires it.' }),
      }),
    )
    .meta({ description: 'The people of the household without a signature.' }),
})
export type OwnWaiver = z.infer<typeof ownWaiver>

export const listOwnWaivers = route({
  operationId: 'list-own-waivers',
  call: 'GET /api/waivers',
  access: 'signed-in',
  summary: 'The waivers in force, who of the household has yet to sign them, and all signatures',
  answer: z.object({
    signer: z.string().meta({ description: 'The name that a signature is typed with.' }),
    waivers: z.array(ownWaiver).max(100),
    signatures: z.array(signature).max(1_000),
  }),
})

/** The width and height within which a signature is drawn. */
export const signatureSize = { width: 358, height: 160 } as const

const drawing = z
  .string()
  .max(20_000, 'Please sign with fewer strokes.')
  .regex(/^([ML]\d{1,3} \d{1,3})+$/)
  .refine((path) => {
    const points = path.match(/\d+ \d+/g)?.map((point) => point.split(' ').map(Number)) ?? []
    return (
      points.length >= 3 &&
      points.every(([x = 0, y = 0]) => x <= signatureSize.width && y <= signatureSize.height)
    )
  }, 'Please sign again.')
  .meta({ description: 'The path of an SVG of 358 by 160, made of `M` and `L` and whole numbers.' })

const signed = z.object({
  waivers: z
    .array(z.object({ id, version: wholeNumber(1, 1_000_000) }))
    .min(1)
    .max(20)
    .refine(
      (waivers) => new Set(waivers.map((waiver) => waiver.id)).size === waivers.length,
      'The same twice.',
    ),
  name: personName(200).meta({ description: 'The full name as the person types it.' }),
  drawing: drawing.nullable().default(null),
})

const signOutcome = z.object({
  signed: z.number().int(),
  already_signed: z
    .number()
    .int()
    .meta({ description: 'What someone had signed before: nothing was changed.' }),
})

export const signWaivers = route({
  operationId: 'sign-waivers',
  call: 'POST /api/waivers/signatures',
  access: 'signed-in',
  summary: 'Signs waivers for people of the household, for all or none of them',
  body: signed.extend({ participant_ids: participantIds }),
  status: 201,
  answer: signOutcome,
  errors: [
    'waiver_not_found',
    'waiver_changed',
    'waiver_name_differs',
    'waiver_adult_needed',
    'participant_not_found',
    'participant_archived',
  ],
})

export const getWaiverCopy = route({
  operationId: 'get-waiver-copy',
  call: 'GET /api/waiver-copies/:id',
  access: 'public',
  summary: 'A signed waiver as a PDF: for an adult of the household, and with the signature of the mail',
  params: z.object({ id }),
  query: z.object({ signature: z.string().max(100).optional() }),
  answer: z.string().meta({ description: 'application/pdf' }),
  errors: ['waiver_not_found'],
})

const secret = z.object({ token: z.string().regex(/^[\w-]{43}$/) })

export const openWaiverHandover = route({
  operationId: 'open-waiver-handover',
  call: 'POST /api/waiver-handovers/open',
  access: 'public',
  summary: 'What a link that staff handed over asks to sign, and for whom',
  body: secret,
  answer: z.object({ person: z.string(), expires_at: instant, waivers: z.array(waiverText).max(100) }),
  errors: ['waiver_link_invalid'],
})

export const signHandedOver = route({
  operationId: 'sign-handed-over-waivers',
  call: 'POST /api/waiver-handovers/sign',
  access: 'public',
  summary: 'Signs by a link that staff handed over, with the name that the person gives',
  body: signed.extend({ token: secret.shape.token, relation }),
  status: 201,
  answer: signOutcome,
  errors: ['waiver_link_invalid', 'waiver_not_found', 'waiver_changed', 'waiver_adult_needed'],
})

export const handOverWaivers = route({
  operationId: 'hand-over-waivers',
  call: 'POST /api/staff/waiver-handovers',
  access: 'desk',
  summary:
    'Makes a link with which someone signs for one person, good for a day. Staff never sign for others',
  body: z.object({ participant_id: id }),
  status: 201,
  answer: z.object({ url: z.string(), expires_at: instant }),
  errors: ['participant_not_found'],
})

/** A waiver that somebody has yet to sign. */
export const unsignedWaiver = z.object({
  waiver_id: id,
  title: z.string(),
  why: z.enum(['never_signed', 'expired', 'new_version']),
})
export type UnsignedWaiver = z.infer<typeof unsignedWaiver>

/** What a roster says of each person's waivers. */
export const unsignedWaivers = z
  .array(unsignedWaiver)
  .meta({ description: 'What is to be signed for them at check-in.' })

const state = z.object({
  participant_id: id,
  missing: z.array(unsignedWaiver),
  signed: z.array(signature),
})
export type WaiverState = z.infer<typeof state>

export const listWaiverStates = route({
  operationId: 'list-waiver-states',
  call: 'GET /api/staff/waiver-states',
  access: 'desk',
  summary: 'What people have signed and what is missing, of one kind of session or of any',
  query: z.object({
    participant_ids: idList(100).meta({ description: 'Up to 100 ids, separated by commas.' }),
    kind: kind.optional(),
  }),
  answer: z.array(state).max(100),
})

const waiverSettings = z.object({
  title: oneLine(100),
  body: manyLines(50_000),
  required_for: z.array(kind).max(4),
  binds,
  holds_months: wholeNumber(1, 120).nullable(),
  kept_years: wholeNumber(1, 30),
  is_active: z.boolean(),
})

const version = z.object({
  version: z.number().int(),
  title: z.string(),
  body: z.string(),
  published_at: instant,
  published_by: z.string().nullable().meta({ description: 'Null once that account is deleted.' }),
})

const staffWaiver = waiverSettings.extend({ id, versions: z.array(version), signatures: z.number().int() })
export type StaffWaiver = z.infer<typeof staffWaiver>

export const listWaivers = route({
  operationId: 'list-waivers',
  call: 'GET /api/settings/waivers',
  access: 'admin',
  summary: 'Every waiver with its versions, the newest first',
  answer: z.array(staffWaiver).max(100),
})

export const saveWaiver = route({
  operationId: 'save-waiver',
  call: 'POST /api/settings/waivers',
  access: 'admin',
  grave: true,
  summary:
    'Writes a waiver, or changes one. Another text or title is a new version, which everyone signs again',
  body: waiverSettings.extend({
    id: id.nullable().meta({ description: 'Null for a new one.' }),
    seen_version: wholeNumber(0, 1_000_000).meta({ description: 'The version that the editor began with.' }),
  }),
  answer: staffWaiver,
  errors: ['waiver_not_found', 'text_changed'],
})

/** `details` of `waiver_needed`: what has to be signed first, and for whom. */
export const neededWaivers = z.object({
  waivers: z.array(z.object({ id, title: z.string() })),
  participants: z.array(participantRef),
})
export type NeededWaivers = z.infer<typeof neededWaivers>

/** `details` of `waiver_changed`: the texts to read again. */
export const changedWaivers = z.object({ waivers: z.array(waiverText) })
export type ChangedWaivers = z.infer<typeof changedWaivers>
