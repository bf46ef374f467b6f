/** The part of EventSource that is used, so that a test can stand in for it. */
export interface EventStream {
  /** 1: open; 2: the server answered, but not with a stream. */
  readonly readyState: number
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void
  close(): void
}

const OPEN = 1
const CLOSED = 2

const reconnectDelays = [1_000, 2_000, 5_000, 10_000] as const

/** How long a replaced stream stays open beside its successor, for events that are still on their way. */
const handoverMs = 1_000

interface Connection {
  readonly topics: ReadonlySet<string>
  readonly stream: EventStream
}

/**
 * One stream of server-sent events for any number of topics. The events of dropped topics are ignored until the stream is
 * replaced. For added topics a second stream with all topics is opened, and the first one is closed a second after that.
 * A stream that breaks is opened again after 1, 2, 5 and then every 10 s (spec 1 §9).
 *
 * `read` runs with the topics that must be read again: those that changed, and whenever a stream has opened those whose
 * events may have been missed. While the server refuses the stream because too many are open, it runs with all topics at
 * each new attempt.
 */
export function createEventStream(
  open: (topics: readonly string[]) => EventStream,
  read: (topics: readonly string[]) => void,
): { follow(topics: ReadonlySet<string>): void } {
  let wanted: ReadonlySet<string> = new Set()
  /** Topics whose events may have been missed: to be read once a stream that follows them is open. */
  let missed = new Set<string>()
  let current: Connection | null = null
  /** The stream before `current`; open until that has taken over. */
  let replaced: Connection | null = null
  let handover: ReturnType<typeof setTimeout> | undefined
  let reconnecting: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function connect() {
    const stream = open([...wanted])
    current = { topics: wanted, stream }
    stream.addEventListener('open', () => {
      failures = 0
      readMissed()
      handover = setTimeout(endHandover, handoverMs)
    })
    stream.addEventListener('changed', ({ data }) => {
      if (wanted.has(data)) read([data])
    })
    stream.addEventListener('error', () => {
      // The browser's own reconnecting knows one delay only, and gives up on some answers.
      const refused = stream.readyState === CLOSED
      close()
      const delay = reconnectDelays[Math.min(failures, reconnectDelays.length - 1)]
      failures += 1
      reconnecting = setTimeout(() => {
        reconnecting = undefined
        if (refused) read([...wanted])
        connect()
      }, delay)
    })
  }

  /** Opens a stream of what is wanted now, beside the one that is open. */
  function replace() {
    if (isOpen(current)) {
      // Two streams at most. Events that are still on their way in an earlier one are lost.
      if (replaced) missed = new Set(wanted)
      endHandover()
      replaced = current
    } else current?.stream.close()
    connect()
  }

  function readMissed() {
    const topics = [...missed].filter((topic) => wanted.has(topic))
    missed.clear()
    if (topics.length > 0) read(topics)
  }

  function endHandover() {
    clearTimeout(handover)
    replaced?.stream.close()
    replaced = null
  }

  function close() {
    endHandover()
    clearTimeout(reconnecting)
    reconnecting = undefined
    current?.stream.close()
    current = null
    missed = new Set(wanted)
  }

  return {
    follow(topics) {
      for (const topic of topics) if (!wanted.has(topic)) missed.add(topic)
      wanted = topics
      if (topics.size === 0) return close()
      // The next attempt follows what is wanted by then.
      if (reconnecting !== undefined) return
      const connection = current
      if (!connection || [...topics].some((topic) => !connection.topics.has(topic))) return replace()
      if (isOpen(connection)) readMissed()
    },
  }
}

const isOpen = (connection: Connection | null) => connection?.stream.readyState === OPEN
