import { sql } from 'kysely'
import { addCamp, addGuestRegistration, register, soonCamp } from '../../server/features/camps/campTestKit.ts'
import { addClass, addSession } from '../../server/features/classes/classTestKit.ts'
import { addChild } from '../../server/features/households/householdTestKit.ts'
import { addSignature, addWaiver } from '../../server/features/waivers/waiverTestKit.ts'
import { confirmPayment, type OpenedPayment } from '../../server/test/cardPayment.ts'
import type { TestApp } from '../../server/test/testApp.ts'
import { allAtOnce, type Fault, mark } from '../fault.ts'
import type { World } from '../world.ts'

/** Families want more seats than there are, all of a family or none, by hand and by card, some without their signature. */
export const lastSeats: Fault = {
  name: 'last-seats',
  about:
    'families want the last seats of a camp or session at once, with a waiver in force: all children of one or none',
  async round({ world, random, answers }) {
    const { db } = world
    const [left, isCamp] = [random.whole(1, 5), random.chance(70)]
    const camp = await addCamp(db, { ...soonCamp, name: mark(), max_spots: left + 2 })
    await addGuestRegistration(db, camp)
    await addGuestRegistration(db, camp)
    const session = await addSession(
      db,
      await addClass(db, { name: mark(), price: '0.00', maxSpots: left, from: '2026-01-01' }),
      world.freshDay(),
    )
    const waiver = await addWaiver(db, { kinds: isCamp ? ['camps'] : ['classes'], binds: 'booking' })
    try {
      const families = await Promise.all(
        world.customers.map(async (parent, index) => {
          const count = random.whole(1, 3)
          const isSigned = random.chance(80)
          const children: string[] = []
          for (let child = 0; child < count; child += 1) {
            const name = mark()
            const id = await addChild(db, [parent], { name, birthDate: '2016-01-01' })
            if (isSigned) await addSignature(db, { waiver, participantId: id, person: parent, name })
            children.push(id)
          }
          return { parent, children, isSigned, byCard: isCamp && random.chance(35), site: world.site(index) }
        }),
      )
      const told = await allAtOnce(
        random,
        families.map(({ parent, children, isSigned, byCard, site }) => async () => {
          const table = isCamp ? sql.table('camp_registrations') : sql.table('class_registrations')
          const what = `a family of ${children.length}${isSigned ? '' : ' without a signature'}${byCard ? ' by card' : ''}`
          const json = { campId: camp.id, participantIds: children, amount: 18_000 * children.length }
          const answer = await answers.ask({
            what,
            trace: sql`select count(*)::float / ${children.length} from ${table} where participant_id = any(${children}::uuid[]) and status <> 'canceled'`,
            send: () =>
              byCard
                ? paidByCard(world, site, parent.cookie, json)
                : isCamp
                  ? register(site, camp, parent, {}, { participant_ids: children })
                  : site.request('/api/class-registrations', {
                      json: { instanceIds: [session], participantIds: children },
                      cookie: parent.cookie,
                    }),
          })
          if (answer.told === 'yes' && !isSigned) answers.found('mismatched', `${what} got in`)
          return { got: answer.told === 'yes' ? children.length : 0, wanted: children.length, isSigned }
        }),
      )
      const got = told.reduce((sum, one) => sum + (one?.got ?? 0), 0)
      if (got > left) answers.found('doubled', `${got} were told that they have one of ${left} seats`)
    } finally {
      await sql`update waivers set required_for = '{}' where id = ${waiver}`.execute(db)
    }
  },
}

/** Opens a payment, charges the card and confirms: a refusal where the money came back. */
async function paidByCard(
  { provider }: World,
  site: TestApp,
  cookie: string,
  json: object,
): Promise<Response> {
  const response = await site.request('/api/payments/intents', { json, cookie })
  if (!response.ok) return response
  const opened = (await response.json()) as OpenedPayment
  await provider.charge(opened)
  const { status } = await confirmPayment(site, cookie, opened)
  return Response.json({ status }, { status: status === 'succeeded' ? 200 : 409 })
}
