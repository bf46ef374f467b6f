import { sql } from 'kysely'
import Stripe from 'stripe'
import { group } from '../../server/test/cageTime.ts'
import { openPayment, testCards } from '../../server/test/cardPayment.ts'
import { allAtOnce, type Fault } from '../fault.ts'

/** The provider's events arrive in any order, some twice or thrice, some an hour late, at both processes, beside the browser's word. */
export const events: Fault = {
  name: 'payment-events',
  about: "the provider's events arrive permuted, doubled and late, at both processes, while browsers confirm",
  async round({ world, random, answers }) {
    const { provider, db } = world
    provider.webhook = null
    const since = Math.floor(Date.now() / 1000) - 1
    const opened = []
    for (let index = 0; index < random.whole(3, 6); index += 1) {
      const person = random.pick(world.customers)
      const hour = group(random.pick(world.cages), world.freshDay(), '17:00', '18:00')
      const payment = await openPayment(world.site(index), person.cookie, {
        bookingDetails: [hour],
        totalAmount: 30,
      })
      const isGood = random.chance(80)
      await provider.charge(payment, isGood ? testCards.success : testCards.declined).catch(() => undefined)
      const refunded = isGood && random.chance(30) ? random.pick([30, random.whole(1, 29)]) : 0
      if (refunded > 0)
        await provider.stripe.refunds.create({
          payment_intent: payment.paymentIntentId,
          amount: refunded * 100,
        })
      // Whoever has all of the money back before the app hears of the payment has no booking.
      opened.push({ ...payment, person, isGood, isBooked: isGood && refunded < 30 })
    }
    const { data } = await provider.stripe.events.list({ limit: 100, created: { gte: since } })
    const mine = new Set(opened.map(({ paymentIntentId }) => paymentIntentId))
    const ours = data.filter(({ data: { object } }) => {
      const { id, payment_intent } = object as { id?: string; payment_intent?: string }
      return mine.has(id ?? '') || mine.has(payment_intent ?? '')
    })
    const signed = (event: Stripe.Event, at: number) => async () => {
      const payload = JSON.stringify(event)
      const signature = new Stripe('sk_test_of_nobody').webhooks.generateTestHeaderString({
        payload,
        secret: world.site(0).context.payments.webhookSecret,
      })
      const { status } = await world.site(at).request('/api/payments/webhook', {
        ...{
          method: 'POST',
          body: payload,
          headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
        },
      })
      if (status >= 500) answers.found('mismatched', `${event.type} answered ${status}`)
    }
    const late = ours.filter(() => random.chance(20))
    const now = ours
      .filter((event) => !late.includes(event))
      .flatMap((event) => Array.from({ length: random.whole(1, 3) }, () => signed(event, random.whole(0, 1))))
    const browsers = opened
      .filter(({ isGood }) => isGood && random.chance(60))
      .map(
        ({ person, ...payment }) =>
          () =>
            answers.ask({
              what: 'a browser confirms',
              trace: sql`
          select count(*) from payment_transactions
          where stripe_payment_intent_id = ${payment.paymentIntentId} and status in ('completed', 'refunded')`,
              send: () =>
                world.site(random.whole(0, 1)).request('/api/payments/confirm', {
                  json: { payment_intent_id: payment.paymentIntentId, client_secret: payment.clientSecret },
                  cookie: person.cookie,
                }),
            }),
      )
    await allAtOnce<unknown>(random, [...now, ...browsers], 100)
    await allAtOnce<unknown>(
      random,
      late.map((event) => signed(event, 0)),
      50,
    )
    provider.webhook = `${world.site(0).url}/api/payments/webhook`
    for (const { paymentIntentId, isGood, isBooked } of opened) {
      answers.claim(
        db,
        `a card that was ${isGood ? 'charged' : 'declined'} has its booking or not`,
        sql`
        select count(*) from payment_items item join payment_transactions payment on payment.id = payment_transaction_id
        join bookings on bookings.id = booking_id where stripe_payment_intent_id = ${paymentIntentId} and payment.status in ('completed', 'refunded')`,
        isBooked ? 1 : 0,
      )
    }
  },
}
