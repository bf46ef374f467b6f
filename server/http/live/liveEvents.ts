import { type Changes, type Channel, channels } from '../../db/changes.ts'
import type { Metrics } from '../watching/metrics.ts'

const HEARTBEAT_MILLISECONDS = 20_000
/** Chunks that wait for a browser that does not read. */
const MOST_UNREAD = 64
const encoder = new TextEncoder()
const OPENED = encoder.encode('retry: 1000\n: following\n\n')
const HEARTBEAT = encoder.encode(': still here\n\n')

/** One payload of one NOTIFY channel, or null for whatever it says. */
export interface LiveSource {
  readonly channel: Channel
  readonly payload: string | null
}

/** What a browser can follow: the name that its events carry, and the notifications that change it. */
export interface LiveTopic {
  readonly name: string
  readonly sources: readonly LiveSource[]
}

/** The key by which a stream is counted, and how many may be open at once; null: no limit. */
export interface StreamLimit {
  readonly key: string
  readonly most: number | null
}

/** The browser at the other end of a stream. */
export interface Follower {
  /** Whether it may still follow its topics: nothing is sent after its session or role has ended. Null for visitors. */
  readonly isAllowed: (() => Promise<boolean>) | null
  readonly limits: readonly StreamLimit[]
}

/** Follows changes for browsers: one LISTEN of this process, passed on as server-sent events. */
export interface LiveEvents {
  /**
   * An event stream that says when one of the topics changes, until `signal` aborts or the process stops; null if one of
   * the follower's limits is reached.
   */
  follow(topics: readonly LiveTopic[], signal: AbortSignal, follower: Follower): Response | null
  /** Ends every stream; browsers reconnect, to another instance if this one is stopping. */
  close(): void
}

/** A topic as one of its sources changes it, with the streams that follow it. All of them are sent the same bytes. */
interface Followed {
  readonly name: string
  readonly source: string
  readonly event: Uint8Array
  readonly streams: Set<Stream>
}

interface Stream {
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  readonly follower: Follower
  readonly followed: readonly Followed[]
}

/** The live streams of this process. */
export function createLiveEvents(changes: Changes, metrics: Metrics): LiveEvents {
  /** By source, then by the topic's name. */
  const followedBySource = new Map<string, Map<string, Followed>>()
  const open = new Set<Stream>()
  const counts = new Map<string, number>()
  let closed = false

  const count = (key: string, by: 1 | -1) => {
    const now = (counts.get(key) ?? 0) + by
    if (now > 0) counts.set(key, now)
    else counts.delete(key)
  }
  const followedOf = (name: string, source: string): Followed => {
    const byName = followedBySource.get(source) ?? new Map<string, Followed>()
    followedBySource.set(source, byName)
    const followed = byName.get(name) ?? { name, source, event: eventsOf([name]), streams: new Set() }
    byName.set(name, followed)
    return followed
  }
  const enter = (stream: Stream) => {
    open.add(stream)
    for (const { streams } of stream.followed) streams.add(stream)
    for (const { key } of stream.follower.limits) count(key, 1)
    metrics.openStreams.inc()
  }
  const leave = (stream: Stream) => {
    if (!open.delete(stream)) return
    for (const { key } of stream.follower.limits) count(key, -1)
    metrics.openStreams.dec()
    for (const { name, source, streams } of stream.followed) {
      streams.delete(stream)
      if (streams.size > 0) continue
      const byName = followedBySource.get(source)
      byName?.delete(name)
      if (byName?.size === 0) followedBySource.delete(source)
    }
  }
  const end = (stream: Stream) => {
    if (!open.has(stream)) return
    leave(stream)
    stream.controller.close()
  }
  const send = (stream: Stream, bytes: Uint8Array) => {
    if (!open.has(stream)) return
    // A browser that does not read is dropped instead of buffered for; it reconnects and refetches.
    if ((stream.controller.desiredSize ?? 0) < -MOST_UNREAD) end(stream)
    else stream.controller.enqueue(bytes)
  }
  const tell = (stream: Stream, bytes: Uint8Array) => {
    const { isAllowed } = stream.follower
    if (!isAllowed) return send(stream, bytes)
    isAllowed().then(
      (allowed) => (allowed ? send(stream, bytes) : end(stream)),
      // The session cannot be checked now: the browser reconnects.
      () => end(stream),
    )
  }

  for (const channel of channels) {
    changes.on(channel, (payload) => {
      for (const source of [payload, null].map((said) => keyOf({ channel, payload: said })))
        for (const { event, streams } of followedBySource.get(source)?.values() ?? [])
          for (const stream of streams) tell(stream, event)
    })
  }
  changes.onInterruption(() => {
    if (!changes.listening) return
    // Nobody knows what was not heard: each stream is told all of its topics, in one chunk.
    for (const stream of open) tell(stream, eventsOf(new Set(stream.followed.map(({ name }) => name))))
  })
  const heartbeat = setInterval(() => {
    for (const stream of open) tell(stream, HEARTBEAT)
  }, HEARTBEAT_MILLISECONDS)
  heartbeat.unref()

  return {
    follow(topics, signal, follower) {
      const { limits } = follower
      if (limits.some(({ key, most }) => most !== null && (counts.get(key) ?? 0) >= most)) return null
      let own: Stream | undefined
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const stream = {
            controller,
            follower,
            followed: topics.flatMap(({ name, sources }) =>
              sources.map((source) => followedOf(name, keyOf(source))),
            ),
          }
          own = stream
          enter(stream)
          signal.addEventListener('abort', () => leave(stream), { once: true })
          controller.enqueue(OPENED)
          // Also when the client left while its request was looked at: no event tells that any more.
          if (closed || signal.aborted) end(stream)
        },
        cancel() {
          if (own) leave(own)
        },
      })
      return new Response(body, {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
      })
    },
    close() {
      closed = true
      clearInterval(heartbeat)
      for (const stream of open) end(stream)
    },
  }
}

const keyOf = ({ channel, payload }: LiveSource): string =>
  payload === null ? channel : `${channel} ${payload}`

const eventsOf = (names: Iterable<string>): Uint8Array =>
  encoder.encode([...names].map((name) => `event: changed\ndata: ${name}\n\n`).join(''))
