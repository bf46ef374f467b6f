import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { type Engine, type EnginePage, engineEnvironment, VIEWPORT } from './engine.ts'
import { startObserver } from './observer.ts'

/** A browser that takes longer to start will not start. */
const START_MILLISECONDS = 15_000
const STARTS = 3

/**
 * Starts WebKitGTK's driver on a screen of its own and speaks WebDriver (w3.org/TR/webdriver2) with it. There is no
 * window manager and, as root, no sandbox, which WebKit cannot set up for root. Fails if one of the programs exits at
 * once.
 */
export async function startWebKit(program: string): Promise<Engine> {
  const screen = await startScreen()
  let driver = await startDriver(program, screen.display)
  let version = 'WebKitGTK'
  return {
    get version() {
      return version
    },
    async open() {
      // Now and then a browser never answers its driver, which then serves nobody else.
      for (let start = 1; ; start += 1) {
        try {
          const session = await openSession(driver.call)
          version = `WebKitGTK ${session.browserVersion}`
          return await openPage(driver.call, session)
        } catch (error) {
          if (start === STARTS) throw error
          await stop(driver.process)
          driver = await startDriver(program, screen.display)
        }
      }
    },
    async close() {
      await stop(driver.process)
      await stop(screen.process)
    },
  }
}

/** In a process group of its own, so that the driver does not leave its browsers behind. */
async function startDriver(
  program: string,
  display: string,
): Promise<{ call: Caller; process: ChildProcess }> {
  const port = await freePort()
  const driver = spawn(program, [`--port=${port}`], {
    env: {
      ...engineEnvironment,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    },
    stdio: 'ignore',
    detached: true,
  })
  process.once('exit', () => driver.pid !== undefined && signalGroup(driver.pid))
  const call = caller(`http://127.0.0.1:${port}`)
  await untilReady(call, driver)
  return { call, process: driver }
}

interface Session {
  readonly path: string
  readonly browserVersion: string
  readonly observer: Awaited<ReturnType<typeof startObserver>>
}

/** Starts a browser, through the proxy that records what the driver does not report. */
async function openSession(call: Caller): Promise<Session> {
  const observer = await startObserver()
  const proxy = { proxyType: 'manual', httpProxy: observer.address, noProxy: [] }
  try {
    const { sessionId, capabilities } = await call(
      'POST',
      '/session',
      { capabilities: { alwaysMatch: { proxy } } },
      AbortSignal.timeout(START_MILLISECONDS),
    )
    return { path: `/session/${sessionId}`, browserVersion: capabilities.browserVersion, observer }
  } catch (error) {
    await observer.close()
    throw error
  }
}

async function openPage(call: Caller, { path: session, observer }: Session): Promise<EnginePage> {
  await fitWindow(call, session)
  const execute = (script: string, args: unknown[]) =>
    call('POST', `${session}/execute/async`, { script, args })
  return {
    async goto(url) {
      await call('POST', `${session}/url`, { url })
    },
    async run(script, ...args) {
      const answer = await execute(
        `const done = arguments[arguments.length - 1]
        ;(async () => (${script})(...arguments[0]))().then(
          (value) => done({ value: value ?? null }),
          (error) => done({ error: String(error) }),
        )`,
        [args],
      )
      if ('error' in answer) throw new Error(answer.error)
      return answer.value
    },
    async perform(actions) {
      await call('POST', `${session}/actions`, { actions })
    },
    screenshot: () => call('GET', `${session}/screenshot`),
    async problems() {
      await execute('Promise.all(window.__reports ?? []).then(arguments[0])', [])
      return observer.problems
    },
    async close() {
      await call('DELETE', session)
      await observer.close()
    },
  }
}

/** The driver sets the size of the window; what the browser shows around the page differs between versions. */
async function fitWindow(call: Caller, session: string): Promise<void> {
  const resize = (size: { width: number; height: number }) => call('POST', `${session}/window/rect`, size)
  await resize(VIEWPORT)
  const script = 'return { width: innerWidth, height: innerHeight }'
  const inner = await call('POST', `${session}/execute/sync`, { script, args: [] })
  await resize({
    width: 2 * VIEWPORT.width - inner.width,
    height: 2 * VIEWPORT.height - inner.height,
  })
}

/** Starts Xvfb, which picks the first display that is free. */
async function startScreen(): Promise<{ display: string; process: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const output = child.stdio[3] as Readable
  const number = await Promise.race([once(output, 'data').then(String), once(child, 'exit').then(() => null)])
  if (number === null) throw new Error('Xvfb could not be started.')
  return { display: `:${number.trim()}`, process: child }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

async function untilReady(call: Caller, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const ready = await call('GET', '/status').then(
      (status) => status.ready,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The driver of WebKit could not be started.')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  // The group of a process that leads one, otherwise only the process.
  if (child.pid === undefined || !signalGroup(child.pid)) child.kill()
  await exited
}

function signalGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 'SIGTERM')
  } catch {
    return false
  }
}

type Caller = ReturnType<typeof caller>

/** Sends WebDriver commands. Their answers differ too much to be typed here. */
const caller =
  (base: string) =>
  async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, signal?: AbortSignal) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      // The driver closes idle connections, possibly while the next command is being sent.
      headers: { connection: 'close' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
