import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { SILENCE_SECONDS } from './database.ts'
import { connectionTo } from './hosts.ts'

/** The channels of the migrations' triggers; docs/data-model.md says what each payload is. */
export const channels = [
  'schedule_changed',
  'coach_changed',
  'seats_changed',
  'records_changed',
  'lessons_changed',
  'person_changed',
  'payments_changed',
  'people_changed',
  'session_changed',
  'facility_changed',
  'connections_changed',
  'closures_changed',
  'imports_changed',
  'reminders_changed',
  'outbox_changed',
  'messages_changed',
] as const
export type Channel = (typeof channels)[number]
const RECONNECT_MILLISECONDS = 250

/** What other instances (and this one) committed, as PostgreSQL's NOTIFY tells it. */
export interface Changes {
  /** True while every commit is sure to be heard; caches must not be trusted otherwise. */
  readonly listening: boolean
  on(channel: Channel, hear: (payload: string) => void): void
  /** Called when listening starts, stops, or starts again: what happened in between was not heard. */
  onInterruption(hear: () => void): void
  close(): Promise<void>
}

/**
 * Listens on one dedicated connection of this process, reconnecting for as long as it takes.
 *
 * @param silenceSeconds between two heartbeats and until an answer: a connection that the network has silently dropped is
 * detected within twice this time.
 */
export function listenForChanges(url: string, log: Logger, silenceSeconds = SILENCE_SECONDS): Changes {
  const silence = silenceSeconds * 1_000
  const hearers = new Map<Channel, Set<(payload: string) => void>>(
    channels.map((channel) => [channel, new Set()]),
  )
  const interruptionHearers = new Set<() => void>()
  let listening = false
  let closed = false
  let client: pg.Client | undefined

  const setListening = (value: boolean) => {
    listening = value
    for (const hear of interruptionHearers) hear()
  }

  const connectOnce = async () => {
    const { Client, connectionString } = connectionTo(url)
    const candidate = new Client({
      connectionString,
      application_name: 'dugout changes',
      keepAlive: true,
      connectionTimeoutMillis: silence,
      query_timeout: silence,
    })
    client = candidate
    const gone = new Promise<void>((resolve) => {
      candidate.on('error', () => resolve())
      candidate.on('end', () => resolve())
    })
    candidate.on('notification', ({ channel, payload }) => {
      for (const hear of hearers.get(channel as Channel) ?? []) hear(payload ?? '')
    })
    await candidate.connect()
    await candidate.query(channels.map((channel) => `listen ${channel}`).join(';'))
    setListening(true)
    const heartbeat = setInterval(() => {
      candidate.query('select 1').catch((error) => candidate.emit('error', error))
    }, silence)
    await gone
    clearInterval(heartbeat)
  }

  const keepConnected = async () => {
    while (!closed) {
      await connectOnce().catch(() => undefined)
      if (listening) {
        setListening(false)
        if (!closed) log.warn('lost the database connection that hears changes; reconnecting')
      }
      client?.end().catch(() => undefined)
      if (!closed) await delay(RECONNECT_MILLISECONDS)
    }
  }
  const running = keepConnected()

  return {
    get listening() {
      return listening
    },
    on: (channel, hear) => hearers.get(channel)?.add(hear),
    onInterruption: (hear) => interruptionHearers.add(hear),
    async close() {
      closed = true
      await client?.end().catch(() => undefined)
      await running
    },
  }
}
