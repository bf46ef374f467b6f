import type { Changes, Channel } from '../db/changes.ts'
import type { Metrics } from './metrics.ts'

const HEARTBEAT_MILLISECONDS = 20_000
const encoder = new TextEncoder()
const HEARTBEAT = encoder.encode(': still here\n\n')

/** What a browser can follow: one payload of one NOTIFY channel, and what it is told when that comes. */
export interface LiveTopic {
  readonly channel: Channel
  readonly payload: string
  /** The server-sent event's name and data; they hold nothing that the follower did not ask with. */
  readonly event: string
  readonly data: object
}

/** The key by which a stream is counted, and how many may be open at once; null: no limit. */
export interface StreamLimit {
  readonly key: string
  readonly most: number | null
}

/** The browser at the other end of a stream. */
export interface Follower {
  /** Whether the session that opened the stream is still valid: nothing is sent after it has ended. Null for visitors. */
  readonly isLive: (() => Promise<boolean>) | null
  readonly limits: readonly StreamLimit[]
}

/** Follows changes for browsers: one LISTEN of this process, passed on as server-sent events. */
export interface LiveEvents {
  /**
   * An event stream that says when the topic changes, until `signal` aborts or the process stops; null if one of the
   * follower's limits is reached.
   */
  follow(topic: LiveTopic, signal: AbortSignal, follower: Follower): Response | null
  /** Ends every stream; browsers reconnect, to another instance if this one is stopping. */
  close(): void
}

type Stream = ReadableStreamDefaultController<Uint8Array>
interface Followed {
  readonly event: Uint8Array
  readonly streams: Map<Stream, Follower>
}

/** @param channels those that topics may name. */
export function createLiveEvents(
  changes: Changes,
  metrics: Metrics,
  channels: readonly Channel[],
): LiveEvents {
  const followed = new Map<string, Followed>()
  const counts = new Map<string, number>()
  let closed = false

  const count = (key: string, by: 1 | -1) => {
    const now = (counts.get(key) ?? 0) + by
    if (now > 0) counts.set(key, now)
    else counts.delete(key)
  }
  const leave = (key: string, stream: Stream) => {
    const streams = followed.get(key)?.streams
    const follower = streams?.get(stream)
    if (!streams?.delete(stream)) return
    for (const limit of follower?.limits ?? []) count(limit.key, -1)
    metrics.openStreams.dec()
    if (streams.size === 0) followed.delete(key)
  }
  const end = (key: string, stream: Stream) => {
    if (!followed.get(key)?.streams.has(stream)) return
    leave(key, stream)
    stream.close()
  }
  const send = (key: string, stream: Stream, bytes: Uint8Array) => {
    if (!followed.get(key)?.streams.has(stream)) return
    // A browser that does not read is dropped instead of buffered for; it reconnects and refetches.
    if ((stream.desiredSize ?? 0) < -64) end(key, stream)
    else stream.enqueue(bytes)
  }
  const tell = (key: string, bytes: Uint8Array) => {
    for (const [stream, { isLive }] of followed.get(key)?.streams ?? []) {
      if (!isLive) send(key, stream, bytes)
      else
        isLive().then(
          (live) => (live ? send(key, stream, bytes) : end(key, stream)),
          // The session cannot be checked now: the browser reconnects.
          () => end(key, stream),
        )
    }
  }
  const tellChanged = (key: string) => {
    const topic = followed.get(key)
    if (topic) tell(key, topic.event)
  }

  for (const channel of channels) changes.on(channel, (payload) => tellChanged(keyOf({ channel, payload })))
  changes.onInterruption(() => {
    if (changes.listening) for (const key of followed.keys()) tellChanged(key)
  })
  const heartbeat = setInterval(() => {
    for (const key of followed.keys()) tell(key, HEARTBEAT)
  }, HEARTBEAT_MILLISECONDS)
  heartbeat.unref()

  const open = (topic: LiveTopic, stream: Stream, signal: AbortSignal, follower: Follower) => {
    const key = keyOf(topic)
    const entry = followed.get(key) ?? { event: eventOf(topic), streams: new Map<Stream, Follower>() }
    entry.streams.set(stream, follower)
    followed.set(key, entry)
    for (const limit of follower.limits) count(limit.key, 1)
    metrics.openStreams.inc()
    signal.addEventListener('abort', () => leave(key, stream), { once: true })
    stream.enqueue(encoder.encode('retry: 1000\n: following\n\n'))
    // Also when the client left while its request was looked at: no event tells that any more.
    if (closed || signal.aborted) end(key, stream)
  }

  return {
    follow(topic, signal, follower) {
      const { limits } = follower
      if (limits.some(({ key, most }) => most !== null && (counts.get(key) ?? 0) >= most)) return null
      let own: Stream | undefined
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          own = stream
          open(topic, stream, signal, follower)
        },
        cancel() {
          if (own) leave(keyOf(topic), own)
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
      for (const [key, { streams }] of followed) {
        for (const stream of streams.keys()) {
          leave(key, stream)
          stream.close()
        }
      }
    },
  }
}

const keyOf = ({ channel, payload }: Pick<LiveTopic, 'channel' | 'payload'>): string =>
  `${channel} ${payload}`

const eventOf = ({ event, data }: LiveTopic): Uint8Array =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
