import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Engine, type EnginePage, engineEnvironment, VIEWPORT } from './engine.ts'

const LISTENING = /^WebDriver BiDi listening on (ws:\S+)/

/**
 * Starts Firefox without a window and speaks WebDriver BiDi (w3.org/TR/webdriver-bidi) with it, over the WebSocket that
 * Node has. Fails if it exits before it listens.
 */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'dugout-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(program, args, { env: engineEnvironment, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  const address = await Promise.race([bidiAddress(child), exited.then(() => null)])
  if (address === null) throw new Error(`${program} ended before it could be driven.`)
  const connection = await connect(`${address}/session`)
  const { capabilities } = await connection.send('session.new', { capabilities: {} })
  await connection.send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted'] })
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    open: () => openPage(connection),
    async close() {
      await connection.send('browser.close', {})
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function bidiAddress({ stderr }: ChildProcess): Promise<string | null> {
  if (!stderr) return null
  return new Promise((resolve) => {
    createInterface(stderr).on('line', (line) => {
      const address = LISTENING.exec(line)?.[1]
      if (address) resolve(address)
    })
  })
}

/** What Firefox logs of a font whose page is left before it is there (NS_BINDING_ABORTED). */
const ABORTED_FONT = /^downloadable font: download failed .*status=2152398850 /

/** Opens a page in a context of its own, which shares no cookies with others. */
async function openPage(connection: Connection): Promise<EnginePage> {
  const { userContext } = await connection.send('browser.createUserContext', {})
  const { context } = await connection.send('browsingContext.create', { type: 'tab', userContext })
  await connection.send('browsingContext.setViewport', { context, viewport: VIEWPORT })
  const found: string[] = []
  const stopListening = connection.listen(({ method, params }) => {
    if ((params.source?.context ?? params.context) !== context) return
    if (method === 'log.entryAdded' && params.level === 'error' && !ABORTED_FONT.test(params.text)) {
      found.push(`${params.type === 'console' ? 'console' : 'page'}: ${params.text}`)
    }
    if (method === 'network.responseCompleted' && params.response.status >= 500) {
      found.push(`${params.response.status} ${params.response.url}`)
    }
  })
  return {
    async goto(url) {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async run(script, ...args) {
      const { result, exceptionDetails } = await connection.send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${script})(...${JSON.stringify(args)})) ?? 'null')()`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    async perform(actions) {
      await connection.send('input.performActions', { context, actions })
    },
    screenshot: async () => (await connection.send('browsingContext.captureScreenshot', { context })).data,
    async problems() {
      // Commands and events share one connection: what the page has reported arrives before this answer.
      await connection.send('browsingContext.getTree', { root: context })
      return found
    },
    async close() {
      stopListening()
      await connection.send('browser.removeUserContext', { userContext })
    },
  }
}

/** The fields of the protocol's messages that are used here. */
interface BidiMessage {
  id?: number
  method?: string
  message?: string
  result?: BidiResult
  params: {
    context?: string | null
    source?: { context?: string }
    level: string
    type: string
    text: string
    response: { status: number; url: string }
  }
}

interface BidiResult {
  capabilities: { browserVersion: string }
  userContext: string
  context: string
  data: string
  result: { value: string }
  exceptionDetails?: { text: string }
}

type Connection = Awaited<ReturnType<typeof connect>>

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<BidiResult>>()
  const listeners = new Set<(event: BidiMessage) => void>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage
    if (message.id === undefined) {
      for (const listener of listeners) listener(message)
      return
    }
    const command = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.result) command?.resolve(message.result)
    else command?.reject(new Error(message.message))
  })
  socket.addEventListener('close', () => {
    for (const command of waiting.values()) command.reject(new Error('Firefox has closed the connection.'))
  })
  await once(socket, 'open')
  return {
    async send(method: string, params: object): Promise<BidiResult> {
      const command = Promise.withResolvers<BidiResult>()
      lastId += 1
      waiting.set(lastId, command)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return command.promise
    },
    listen(listener: (event: BidiMessage) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
