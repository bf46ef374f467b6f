/** The part of EventSource that is used, so that a test can stand in for it. */
export interface EventStream {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void
  close(): void
}

const reconnectDelays = [1_000, 2_000, 5_000, 10_000] as const

/**
 * Keeps one stream of server-sent events open, reconnecting after 1, 2, 5 and then every 10 s (spec 1 §9).
 * `onOpen` runs after every connection, the first too: whatever happened before it was not heard.
 * Returns the way to stop.
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
      stream?.close()
      const delay = reconnectDelays[Math.min(failures, reconnectDelays.length - 1)]
      failures += 1
      timer = setTimeout(connect, delay)
    })
  }

  connect()
  return () => {
    clearTimeout(timer)
    stream?.close()
  }
}
