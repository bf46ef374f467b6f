import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Settings } from '../settings.ts'
import type { EventObject } from '../store/kinds.ts'
import type { SandboxTables } from '../store/tables.ts'

/** How many events one process delivers at the same time. */
const PARALLEL = 4
const TIMEOUT_MILLISECONDS = 10_000
/** Longer than an attempt can take: after this, another process may claim the event of a process that died. */
const LEASE = '30 seconds'
/** Seconds until the next attempt, by the number of attempts so far; the last one repeats. */
const BACKOFF_SECONDS = [10, 60, 300, 1_800, 7_200, 21_600]

interface Claimed {
  readonly event: EventObject
  readonly attempts: number
}

export interface Deliveries {
  /** Starts to send what is due, in the background. */
  kick(): void
  /** Sends what is due now, and resolves when no delivery is in progress. */
  settle(now: Date): Promise<void>
  close(): Promise<void>
}

/** Delivers events to the webhook endpoint, each by one process at a time, until it is accepted. */
export function createDeliveries(settings: Settings): Deliveries {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  /** An event arrived while every worker was busy, so the queue must be read once more. */
  let missed = false

  const work = async (now: Date): Promise<void> => {
    while (!stopping.signal.aborted && settings.deliver.url() !== '') {
      const claimed = await claim(settings, now)
      if (!claimed) return
      await record(settings, claimed, now, await send(settings, claimed.event, stopping.signal))
    }
  }
  const start = (now: Date) => {
    const worker = work(now)
      .catch((error) => settings.log.warn({ err: error }, 'sandbox events could not be delivered'))
      .finally(() => {
        running.delete(worker)
        if (missed) kick()
      })
    running.add(worker)
  }
  const kick = () => {
    missed = running.size >= PARALLEL
    if (!missed && !stopping.signal.aborted) start(settings.clock.now())
  }

  return {
    kick,
    async settle(now) {
      start(now)
      while (running.size > 0) await Promise.all(running)
    },
    async close() {
      stopping.abort()
      while (running.size > 0) await Promise.all(running)
    },
  }
}

async function claim({ db }: Settings, now: Date): Promise<Claimed | undefined> {
  const sandbox = db.withTables<SandboxTables>()
  const claimed = await sandbox
    .updateTable('stripe_sandbox.deliveries')
    .set({
      attempts: sql`attempts + 1`,
      claimed_until: sql`clock_timestamp() + ${sql.lit(LEASE)}::interval`,
    })
    .where('event_id', '=', (due) =>
      due
        .selectFrom('stripe_sandbox.deliveries')
        .select('event_id')
        .where('delivered_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where(sql<boolean>`claimed_until is null or claimed_until < clock_timestamp()`)
        .orderBy('seq')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['event_id', 'attempts'])
    .executeTakeFirst()
  if (!claimed) return undefined
  const { body } = await sandbox
    .selectFrom('stripe_sandbox.objects')
    .select('body')
    .where('id', '=', claimed.event_id)
    .executeTakeFirstOrThrow()
  return { event: body as unknown as EventObject, attempts: claimed.attempts }
}

/** Null when it was accepted, or the reason why not. */
async function send(settings: Settings, event: EventObject, stop: AbortSignal): Promise<string | null> {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: settings.webhookSecret,
    timestamp: Math.floor(settings.clock.now().getTime() / 1000),
  } as Stripe.WebhookTestHeaderOptions)
  try {
    const response = await fetch(settings.deliver.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
    })
    await response.body?.cancel()
    return response.ok ? null : `answered ${response.status}`
  } catch (error) {
    return String(error)
  }
}

async function record(
  { db }: Settings,
  { event, attempts }: Claimed,
  now: Date,
  failure: string | null,
): Promise<void> {
  const sandbox = db.withTables<SandboxTables>()
  const wait = BACKOFF_SECONDS[Math.min(attempts, BACKOFF_SECONDS.length) - 1] ?? 0
  await sandbox
    .updateTable('stripe_sandbox.deliveries')
    .set(
      failure === null
        ? { delivered_at: now, claimed_until: null, last_error: null }
        : {
            claimed_until: null,
            last_error: failure.slice(0, 500),
            next_attempt_at: new Date(now.getTime() + wait * 1000),
          },
    )
    .where('event_id', '=', event.id)
    .execute()
  if (failure !== null) return
  await sandbox
    .updateTable('stripe_sandbox.objects')
    .set({ body: JSON.stringify({ ...event, pending_webhooks: 0 }) })
    .where('id', '=', event.id)
    .execute()
}
