import type { Changes } from '../../db/changes.ts'
import type { Metrics } from '../../http/metrics.ts'

const HEARTBEAT_MILLISECONDS = 20_000
const encoder = new TextEncoder()
const HEARTBEAT = encoder.encode(': still here\n\n')

/** Follows days for browsers: one LISTEN of this process, passed on as server-sent events. */
export interface LiveSchedule {
  /** An event stream that says when `day` changes, until `signal` aborts or the process stops. */
  follow(day: string, signal: AbortSignal): Response
  /** Ends every stream; browsers reconnect, to another instance if this one is stopping. */
  close(): void
}

type Stream = ReadableStreamDefaultController<Uint8Array>

export function createLiveSchedule(changes: Changes, metrics: Metrics): LiveSchedule {
  const followers = new Map<string, Set<Stream>>()
  let closed = false

  const leave = (day: string, stream: Stream) => {
    const streams = followers.get(day)
    if (!streams?.delete(stream)) return
    metrics.openStreams.dec()
    if (streams.size === 0) followers.delete(day)
  }
  const tell = (day: string, bytes: Uint8Array) => {
    for (const stream of followers.get(day) ?? []) {
      // A browser that does not read is dropped rather than buffered for; it reconnects and refetches.
      if ((stream.desiredSize ?? 0) < -64) {
        leave(day, stream)
        stream.close()
      } else stream.enqueue(bytes)
    }
  }
  const tellChanged = (day: string) => tell(day, scheduleEvent(day))

  changes.on('schedule_changed', tellChanged)
  changes.onInterruption(() => {
    if (changes.listening) for (const day of followers.keys()) tellChanged(day)
  })
  const heartbeat = setInterval(() => {
    for (const day of followers.keys()) tell(day, HEARTBEAT)
  }, HEARTBEAT_MILLISECONDS)
  heartbeat.unref()

  const open = (day: string, stream: Stream, signal: AbortSignal) => {
    const streams = followers.get(day) ?? new Set()
    followers.set(day, streams.add(stream))
    metrics.openStreams.inc()
    signal.addEventListener('abort', () => leave(day, stream), { once: true })
    stream.enqueue(encoder.encode('retry: 1000\n: following\n\n'))
    if (closed) stream.close()
  }

  return {
    follow(day, signal) {
      let own: Stream | undefined
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          own = stream
          open(day, stream, signal)
        },
        cancel() {
          if (own) leave(day, own)
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
      for (const [day, streams] of followers) {
        for (const stream of streams) {
          leave(day, stream)
          stream.close()
        }
      }
    },
  }
}

const scheduleEvent = (day: string): Uint8Array =>
  encoder.encode(`event: schedule\ndata: ${JSON.stringify({ p_date: day })}\n\n`)
