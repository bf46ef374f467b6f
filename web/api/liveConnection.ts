/** The part of EventSource that is used, so that a test can stand in for it. */
export interface EventStream {
  /** 2: the server answered, but not with a stream. */
  readonly readyState: number
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void
  close(): void
}

const CLOSED = 2

const reconnectDelays = [1_000, 2_000, 5_000, 10_000] as const

/**
 * Keeps one stream of server-sent events open, reconnecting after 1, 2, 5 and then every 10 s (spec 1 §9). `open` runs
 * after every connection, including the first, because earlier events were missed. While the server refuses the stream
 * because too many are open, it runs with each new attempt, so that the data is refetched as often. Returns the way to
 * stop.
 */
export function keepEventStream(
  open: () => EventStream,
  eventName: string,
  on: { open: () => void; event: (data: string) => void },
): () => void {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stream: EventStream | undefined

  function connect() {
    stream = open()
    stream.addEventListener('open', () => {
      failures = 0
      on.open()
    })
    stream.addEventListener(eventName, (event) => on.event(event.data))
    stream.addEventListener('error', () => {
      // The browser's own reconnecting knows one delay only, and gives up on some answers.
      const refused = stream?.readyState === CLOSED
      stream?.close()
      const delay = reconnectDelays[Math.min(failures, reconnectDelays.length - 1)]
      failures += 1
      timer = setTimeout(() => {
        if (refused) on.open()
        connect()
      }, delay)
    })
  }

  connect()
  return () => {
    clearTimeout(timer)
    stream?.close()
  }
}
