/** Memberships as the desk and admins see and change them. What is sold is set in the facility's settings, by admins. */

import { z } from 'zod'
import { freezeMonths, memberStateNames } from '../../domain/memberships/memberLife.ts'
import { dollars, id, instant, revision } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { manyLines } from '../text.ts'

export const memberState = z.enum(memberStateNames)
export const membershipChangeKind = z.enum(['end', 'resume', 'freeze', 'unfreeze', 'pay'])

const person = z.object({
  user_id: id.nullable().meta({ description: 'Null where the account is deleted.' }),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

const freeze = z.object({
  from: instant,
  until: instant.meta({ description: 'The next charge.' }),
  begun: z.boolean(),
})

/** A row of the list of members. */
export const staffMembership = person.extend({
  id,
  revision: z.number().int().meta({ description: 'To be sent back as `expected_revision`.' }),
  state: memberState,
  since: instant,
  ending: z.boolean().meta({ description: 'It runs until the period ends and does not renew.' }),
  ends_at: instant.nullable().meta({ description: 'When it ends or ended; null while it goes on.' }),
  period_ends_at: instant.nullable(),
  freeze: freeze.nullable(),
  monthly_price: dollars.nullable().meta({ description: 'What this member pays; null: not billed.' }),
  next_charge: z
    .object({ at: instant, amount: dollars })
    .nullable()
    .meta({ description: 'Null where nothing is charged any more, or while a month is owed.' }),
  owed: dollars.meta({ description: 'What is not paid yet.' }),
  next_attempt_at: instant.nullable().meta({ description: 'When the provider tries the card again.' }),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  billed: z.boolean().meta({ description: 'The provider charges a card every month.' }),
  pending_change: membershipChangeKind.nullable().meta({
    description: 'What staff asked for and the provider has not confirmed yet.',
  }),
  allowed: z.array(membershipChangeKind).meta({ description: 'What the caller can do with it now.' }),
})
export type StaffMembership = z.infer<typeof staffMembership>

export const listMemberships = route({
  operationId: 'list-memberships',
  call: 'GET /api/admin/memberships',
  access: 'desk',
  summary:
    'Members, who joined last first, with search by name, e-mail and phone; without a state all of them',
  query: pageQuery.extend({
    state: memberState.optional(),
    user_id: id.optional().meta({ description: 'Only of this person.' }),
  }),
  answer: pageOf(staffMembership),
  errors: ['cursor_invalid'],
})

export const getMembershipFigures = route({
  operationId: 'get-membership-figures',
  call: 'GET /api/admin/memberships/figures',
  access: 'desk',
  summary: 'How many members there are by state, founders spots, and the price for new members',
  answer: z.object({
    counts: z.record(memberState, z.number().int()),
    founders_cap: z.number().int(),
    spots_left: z.number().int(),
    monthly_price: dollars,
    on_sale: z.boolean().meta({ description: 'New members can join by card.' }),
  }),
})

const named = z.object({ membership_id: id })

/** A charge that did not go through at once. */
const attempt = z.object({
  id,
  at: instant,
  amount: dollars,
  succeeded: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Why the bank declined it.' }),
})

const invoice = z.object({
  payment_id: id,
  at: instant,
  amount: dollars,
  refunded: dollars,
  status: z.enum(['pending', 'completed', 'failed', 'refunded', 'canceled', 'voided']),
  receipt_url: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
})

const change = z.object({
  id,
  kind: membershipChangeKind,
  at_once: z.boolean(),
  freeze_from: instant.nullable(),
  freeze_until: instant.nullable(),
  refund: dollars,
  reason: z.string().nullable(),
  asked_by_name: z.string().nullable(),
  asked_at: instant,
  state: z.enum(['asked', 'done', 'failed']),
  failure: z.string().nullable(),
})

const freezeOption = z.object({ months: z.number().int(), from: instant, until: instant })

export const membershipDetails = staffMembership.extend({
  attempts: z.array(attempt).meta({ description: 'Failed charges and what became of them, newest first.' }),
  invoices: z.array(invoice).meta({ description: 'The payments of the last months, newest first.' }),
  changes: z.array(change).meta({ description: 'What staff asked for, newest first.' }),
  refund: z
    .object({
      amount: dollars,
      days_left: z.number().int(),
      days: z.number().int(),
      way: z.enum(['card', 'desk']),
      above_limit: z.boolean().meta({ description: 'More than the caller may refund.' }),
    })
    .nullable()
    .meta({ description: 'The rest of the paid month, were it ended at once; null: nothing was paid.' }),
  freezes: z
    .array(freezeOption)
    .meta({ description: 'The dates of a freeze by its months; empty: not now.' }),
})
export type MembershipDetails = z.infer<typeof membershipDetails>

export const getMembership = route({
  operationId: 'get-membership',
  call: 'GET /api/admin/memberships/:membership_id',
  access: 'desk',
  summary: 'One membership with its payments, failed charges and changes, and what could be done with it',
  params: named,
  answer: membershipDetails,
  errors: ['membership_unknown'],
})

const expected = { expected_revision: revision }
const reason = manyLines(500).optional()

const changed = z.object({
  message: z.string(),
  pending: z.boolean().meta({
    description: 'The provider could not be reached: the change is made as soon as it can.',
  }),
  membership: staffMembership,
})
export type MembershipChanged = z.infer<typeof changed>

const changeErrors = [
  'membership_unknown',
  'membership_over',
  'membership_change_pending',
  'membership_change_failed',
  'changed_meanwhile',
] as const

export const cancelMembership = route({
  operationId: 'cancel-membership',
  call: 'POST /api/admin/memberships/:membership_id/cancel',
  access: 'desk',
  grave: ({ body }) => (body as { when?: unknown } | null)?.when === 'now',
  summary: 'End a membership with its period, or at once with or without a refund of the rest of the month',
  params: named,
  body: z.object({
    ...expected,
    when: z.enum(['period_end', 'now']),
    refund_amount: dollars
      .default(0)
      .meta({ description: 'The rest as it was shown, or 0. Only for `now`.' }),
    reason,
  }),
  answer: changed,
  errors: [...changeErrors, 'membership_ending', 'membership_refund_changed', 'refund_above_limit'],
})

export const resumeMembership = route({
  operationId: 'resume-membership',
  call: 'POST /api/admin/memberships/:membership_id/resume',
  access: 'desk',
  summary: 'Undo the cancellation of a membership that still runs',
  params: named,
  body: z.object(expected),
  answer: changed,
  errors: [...changeErrors, 'membership_member_gone', 'membership_not_ending'],
})

export const freezeMembership = route({
  operationId: 'freeze-membership',
  call: 'POST /api/admin/memberships/:membership_id/freeze',
  access: 'desk',
  summary: 'Freeze a membership for whole months from its next charge: no charge, no member price',
  params: named,
  body: z.object({
    ...expected,
    months: z.number().int().min(freezeMonths.least).max(freezeMonths.most),
    reason,
  }),
  answer: changed,
  errors: [
    ...changeErrors,
    'membership_member_gone',
    'membership_ending',
    'membership_frozen',
    'membership_owes',
    'membership_freeze_late',
  ],
})

export const unfreezeMembership = route({
  operationId: 'unfreeze-membership',
  call: 'POST /api/admin/memberships/:membership_id/unfreeze',
  access: 'desk',
  summary:
    'End a freeze: at once, when a month begins today and is charged, or with the end of the frozen month',
  params: named,
  body: z.object({
    ...expected,
    when: z.enum(['now', 'next_charge']).default('next_charge').meta({
      description: 'A freeze that has not begun is dropped in both cases, and nothing is charged for it.',
    }),
  }),
  answer: changed,
  errors: [...changeErrors, 'membership_member_gone', 'membership_ending', 'membership_not_frozen'],
})

export const retryMembershipPayment = route({
  operationId: 'retry-membership-payment',
  call: 'POST /api/admin/memberships/:membership_id/retry-payment',
  access: 'desk',
  summary: 'Charge what is owed to the card on file now',
  params: named,
  body: z.object(expected),
  answer: changed,
  errors: [
    ...changeErrors,
    'membership_member_gone',
    'membership_owes_nothing',
    'membership_not_billed',
    'membership_charge_declined',
  ],
})

export const mailCardUpdateLink = route({
  operationId: 'mail-card-update-link',
  call: 'POST /api/admin/memberships/:membership_id/card-link',
  access: 'desk',
  summary: 'Mail the member the link where another card can be entered',
  params: named,
  answer: z.object({ message: z.string() }),
  errors: [
    'membership_unknown',
    'membership_over',
    'membership_not_billed',
    'membership_no_address',
    'too_many_requests',
  ],
})
