import { sql } from 'kysely'
import pg from 'pg'
import type Stripe from 'stripe'
import { verifyAudit } from '../server/db/audit/verify.ts'
import { disagreements as ledgerDisagreements } from '../server/db/ledger.fixture.ts'
import { disagreements } from '../server/features/payments/sales/saleTestKit.ts'
import type { Finding } from './answers.ts'
import type { World } from './world.ts'

/**
 * Everything in which the books of a settled world disagree, whoever was told what: bookings and the ledger, seats, sales and
 * drawers, payments and the provider's, messages and what the mail server got, changes and the audit log.
 */
export async function brokenBooks(world: World): Promise<Finding[]> {
  const { rows } = await rules.execute(world.db)
  const ledger = await ledgerDisagreements(world.db)
  const sales = (await disagreements(world.db)) as object[]
  return [
    ...rows.map(({ kind, rule, id }) => ({ kind, what: `${rule}: ${id}` })),
    ...ledger.map((row) => ({
      kind: 'mismatched' as const,
      what: `the ledger of taken time: ${JSON.stringify(row)}`,
    })),
    ...sales.map((row) => ({ kind: 'mismatched' as const, what: Object.values(row).join(': ') })),
    ...(await brokenPayments(world)),
    ...(await brokenMemberships(world)),
    ...(await brokenMail(world)),
    ...(await brokenAudit(world)),
  ]
}

/** What a query can say, each with the kind of its finding. */
const rules = sql<{ kind: Finding['kind']; rule: string; id: string }>`
  select 'doubled' as kind, 'one time is taken twice' as rule, a.kind || ' and ' || b.kind || ' ' || lower(a.during) as id
  from occupancy a join occupancy b
    on a.id < b.id and a.during && b.during and (a.cage_id = b.cage_id or a.coach_id = b.coach_id)
  union all
  select 'doubled', 'more seats than a camp has', camps.id::text from camps
  where max_spots < (select count(*) from camp_registrations where camp_id = camps.id and status <> 'canceled')
  union all
  select 'doubled', 'more seats than a session has', session.id::text
  from class_instances session join classes on classes.id = session.class_id
  where max_spots < (
    select count(*) from class_registrations where class_instance_id = session.id and status <> 'canceled'
  )
  union all
  select 'mismatched', 'money is in no item and did not come back', payment.id::text from payment_transactions payment
  where status in ('completed', 'refunded') and total_amount > (
    select coalesce(sum(amount), 0) from payment_items where payment_transaction_id = payment.id
  ) + (
    select coalesce(sum(amount), 0) from payment_refunds
    where payment_transaction_id = payment.id and status <> 'failed' and payment_item_id is null
  )
  union all
  select 'doubled', 'a thing is paid twice', min(item.id::text) from payment_items item
  join payment_transactions payment on payment.id = item.payment_transaction_id
  where payment.status = 'completed' and refunded_amount = 0
  group by booking_id, coach_booking_id, camp_registration_id, class_registration_id
  having count(*) > 1 and num_nonnulls(booking_id, coach_booking_id, camp_registration_id, class_registration_id) > 0
  union all
  select 'lost', 'a refund was not sent', id::text from payment_refunds where way = 'card' and status = 'pending'
  union all
  select 'lost', 'a payment stays open', id::text from payment_transactions
  where status in ('pending', 'failed') and next_check_at is not null
  union all
  select 'lost', 'a message was not sent', template || ' ' || coalesce(last_error, '') from outbox where status = 'queued'
  union all
  select 'lost', 'a cancellation was forgotten', id::text from closure_run_items where status = 'pending'
  union all
  select 'lost', 'a change of a membership was forgotten', id::text from membership_changes where state = 'asked'
  union all
  select 'lost', 'no entry of the audit log says that it was made', source || ' ' || id from (
    select 'bookings' as source, id from bookings
    union all select 'coach_bookings', id from coach_bookings
    union all select 'camp_registrations', id from camp_registrations
    union all select 'class_registrations', id from class_registrations
    union all select 'payment_transactions', id from payment_transactions
    union all select 'payment_refunds', id from payment_refunds
  ) made
  where not exists (
    select from audit_log where record_id = made.id::text and action = 'INSERT'
  )`

/** Each intent of the provider beside our payment: charged and given back are the same cents in both books. */
async function brokenPayments({ db, provider }: World): Promise<Finding[]> {
  const findings: Finding[] = []
  const { rows } = await sql<{ intent: string; status: string; paid: number; back: number }>`
    select stripe_payment_intent_id as intent, status, (total_amount * 100)::int as paid, (
      select coalesce(sum(amount) * 100, 0)::int from payment_refunds
      where payment_transaction_id = payment.id and way = 'card' and status = 'succeeded'
    ) as back
    from payment_transactions payment where stripe_payment_intent_id is not null`.execute(db)
  const ours = new Map(rows.map((row) => [row.intent, row]))
  const refunds = await all<Stripe.Refund>((page) => provider.stripe.refunds.list(page))
  for (const intent of await all<Stripe.PaymentIntent>((page) => provider.stripe.paymentIntents.list(page))) {
    const back = refunds
      .filter((one) => one.payment_intent === intent.id)
      .reduce((sum, { amount }) => sum + amount, 0)
    const payment = ours.get(intent.id)
    const kept =
      payment && ['completed', 'refunded'].includes(payment.status) ? payment : { paid: 0, back: 0 }
    const theirs = [intent.amount_received, back].join(', ')
    if ([kept.paid, kept.back].join(', ') === theirs) continue
    const kind = intent.amount_received - back > kept.paid - kept.back ? 'lost' : 'mismatched'
    findings.push({
      kind,
      what: `${intent.id}: charged and given back ${theirs}, kept ${kept.paid}, ${kept.back} (${payment?.status})`,
    })
  }
  return findings
}

/** Each subscription of the provider beside our membership; nobody has two. */
async function brokenMemberships({ db, provider }: World): Promise<Finding[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    select stripe_subscription_id as id, concat_ws(', ', status, cancel_at_period_end, frozen_from is not null,
      extract(epoch from current_period_end)::bigint) as state
    from subscriptions where stripe_subscription_id is not null`.execute(db)
  const ours = new Map(rows.map(({ id, state }) => [id, state]))
  const theirs = await all<Stripe.Subscription>((page) =>
    provider.stripe.subscriptions.list({ ...page, status: 'all' }),
  )
  const live = theirs.filter(({ status }) => !status.startsWith('incomplete') && status !== 'canceled')
  const customers = live.map(({ customer }) => String(customer))
  const doubled = customers.filter((one, index) => customers.indexOf(one) !== index)
  return [
    ...doubled.map((one) => ({ kind: 'doubled' as const, what: `two memberships of ${one}` })),
    ...live.flatMap((one) => {
      const end = one.items.data[0]?.current_period_end
      const state = [one.status, one.cancel_at_period_end, one.pause_collection !== null, end]
      const their = state.map((value) => (typeof value === 'boolean' ? String(value)[0] : value)).join(', ')
      const our = ours.get(one.id)
      if (our === their) return []
      const kind: Finding['kind'] = our ? 'mismatched' : 'lost'
      return [{ kind, what: `membership ${one.id}: at the provider ${their}, here ${our}` }]
    }),
    ...rows
      .filter(({ id, state }) => state.startsWith('active') && !live.some((one) => one.id === id))
      .map(({ id }) => ({ kind: 'mismatched' as const, what: `membership ${id} is over at the provider` })),
  ]
}

async function all<Item extends { id: string }>(
  list: (page: { limit: number; starting_after?: string }) => Promise<{ data: Item[]; has_more: boolean }>,
): Promise<Item[]> {
  const found: Item[] = []
  for (;;) {
    const last = found.at(-1)
    const { data, has_more } = await list({ limit: 100, ...(last ? { starting_after: last.id } : {}) })
    found.push(...data)
    if (!has_more) return found
  }
}

/** What is sent arrived, and as one mail: the same Message-ID twice is one mail in a mailbox, and two are two. */
async function brokenMail({ db, mail }: World): Promise<Finding[]> {
  const { rows } = await sql<{ id: string; template: string }>`
    select id, template from outbox where status = 'sent'`.execute(db)
  const arrived = new Set(mail.received.map(({ headers }) => headers.get('message-id')))
  const ids = [...arrived].join(' ')
  return rows
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, template }) => ({
      kind: 'lost',
      what: `a message said to be sent did not arrive: ${template} ${id}`,
    }))
}

async function brokenAudit({ url, keys }: World): Promise<Finding[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { problems } = await verifyAudit(client, { keys })
    return problems.map(({ what, seq }) => ({
      kind: 'mismatched',
      what: `audit log, number ${seq}: ${what}`,
    }))
  } finally {
    await client.end()
  }
}
