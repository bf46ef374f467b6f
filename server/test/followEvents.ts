import type { TestApp } from './testApp.ts'

/** Follows a stream of live events; `next` resolves when a text has come, or fails after five seconds. */
export async function followEvents(from: TestApp, path: string) {
  const abort = new AbortController()
  const response = await from.request(path, { signal: abort.signal })
  const reader = response.body?.getReader()
  let text = ''
  const read = async () => {
    const chunk = await reader?.read()
    text += new TextDecoder().decode(chunk?.value)
  }
  await read()
  return {
    text: () => text,
    async next(wanted: string) {
      const timeout = AbortSignal.timeout(5_000)
      while (!text.includes(wanted)) {
        timeout.throwIfAborted()
        await read()
      }
    },
    async end() {
      abort.abort()
      await reader?.closed.catch(() => undefined)
    },
  }
}
