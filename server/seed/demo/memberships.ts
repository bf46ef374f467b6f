import type { People } from './people.ts'
import { demoId } from './random.ts'
import { dayAt, type Scene } from './scene.ts'

/** Eight live founders, the demo member among them, and one who left: 'Only 2 / 10 Founders Spots Left!'. */
export async function addMemberships(scene: Scene, people: People): Promise<void> {
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
        created_at: noon(-3 * index - 61),
      })),
      ...former.map((person) => ({
        id: demoId('subscription', person.email),
        user_id: person.id,
        status: 'canceled' as const,
        current_period_start: noon(-70),
        current_period_end: noon(-40),
        canceled_at: noon(-40),
        created_at: noon(-100),
      })),
    ])
    .execute()
}
