import type { SandboxPast } from '../../../sandbox/sandbox.ts'
import { decimalFromCents } from '../../../shared/domain/money/money.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import type { Paid } from './payments.ts'
import type { People, Person } from './people.ts'
import { demoId } from './random.ts'
import { dayAt, type Scene } from './scene.ts'

const MEMBER_SINCE_DAYS = 61

/**
 * Eight live founders, the demo member among them, and one who left: 'Only 2 / 10 Founders Spots Left!'. The demo
 * member's is at the sandbox, if that is the provider, so that it can be canceled there or given another card. Returns
 * what was paid for it.
 */
export async function addMemberships(scene: Scene, people: People): Promise<Paid[]> {
  const founders = [people.member, ...people.others.slice(0, 7)]
  const former = people.others.slice(7, 8)
  const noon = (count: number) => scene.instant(dayAt(scene, count), 12 * 60)
  await scene.tx
    .insertInto('subscriptions')
    .values([
      ...founders.map((person, index) => ({
        id: demoId('subscription', person.email),
        user_id: person.id,
        status: index === 3 ? ('trialing' as const) : ('active' as const),
        cancel_at_period_end: index === 5,
        current_period_start: noon(-3 * index - 1),
        current_period_end: noon(29 - 3 * index),
        created_at: noon(-3 * index - MEMBER_SINCE_DAYS),
      })),
      ...former.map((person) => ({
        id: demoId('subscription', person.email),
        user_id: person.id,
        status: 'canceled' as const,
        current_period_start: noon(-70),
        current_period_end: noon(-40),
        canceled_at: noon(-40),
        joined_at: noon(-100),
        created_at: noon(-100),
      })),
    ])
    .execute()
  return scene.sandbox ? billMember(scene, scene.sandbox, people.member) : []
}

async function billMember({ tx, ...scene }: Scene, sandbox: SandboxPast, member: Person): Promise<Paid[]> {
  const id = demoId('subscription', member.email)
  const since = scene.instant(addDays(scene.today, -MEMBER_SINCE_DAYS), 12 * 60)
  const { customer, subscription, bills } = await sandbox.subscription({ since, payer: member })
  const [item] = subscription.items.data
  const end = new Date((item?.current_period_end ?? 0) * 1000)
  await tx
    .insertInto('stripe_customers')
    .values({ user_id: member.id, stripe_customer_id: customer })
    .execute()
  await tx
    .updateTable('subscriptions')
    .set({
      stripe_subscription_id: subscription.id,
      stripe_customer_id: customer,
      stripe_price_id: item?.price.id ?? null,
      current_period_start: new Date((item?.current_period_start ?? 0) * 1000),
      current_period_end: end,
      next_check_at: end,
      monthly_price: decimalFromCents(item?.price.unit_amount ?? 0),
      billing_anchor: new Date(subscription.billing_cycle_anchor * 1000),
      card_brand: 'visa',
      card_last4: '4242',
    })
    .where('id', '=', id)
    .execute()
  return bills.map((bill) => ({
    what: { subscription_id: id },
    type: 'membership',
    by: member,
    amount: decimalFromCents(bill.cents),
    method: 'card',
    description: `Founders Unlimited membership, ${formatDay(facilityDay(bill.at, scene.timeZone), 'long')}`,
    at: bill.at,
    charged: bill,
  }))
}
