import type { TestApp } from './testApp.ts'

/** Follows topics on one stream. `next` waits until a topic's event has been sent. */
export async function followEvents(from: TestApp, topics: readonly string[], cookie?: string) {
  const abort = new AbortController()
  const path = `/api/events?topics=${topics.join(',')}`
  const response = await from.request(path, { signal: abort.signal, ...(cookie ? { cookie } : {}) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const read = async () => {
    const chunk = await reader?.read()
    text += decoder.decode(chunk?.value, { stream: true })
    return chunk?.done !== true
  }
  await read()
  return {
    /** Everything sent so far. */
    text: () => text,
    /** The topics of the events that were sent so far. */
    changed: () => Array.from(text.matchAll(/^data: (.*)$/gm), ([, topic]) => topic),
    async next(topic: string) {
      const timeout = AbortSignal.timeout(5_000)
      while (!text.includes(`event: changed\ndata: ${topic}\n\n`)) {
        timeout.throwIfAborted()
        if (!(await read())) throw new Error(`The stream ended before ${topic} changed.`)
      }
    },
    /** Resolves when the server has ended the stream. */
    async ended() {
      while (await read());
    },
    async end() {
      abort.abort()
      await reader?.closed.catch(() => undefined)
    },
  }
}
