import { Socket } from 'node:net'
import { afterAll, afterEach, beforeEach } from 'vitest'

/** Fails a test that connects to another machine: third parties are replaced by fakes. */
const attempts: string[] = []
const allowed = new Set(['localhost', '127.0.0.1', '::1', testDatabaseHost()])
const connect = Socket.prototype.connect

Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
  const target = destination(args)
  if (target === null || allowed.has(target)) return Reflect.apply(connect, this, args)
  attempts.push(target)
  queueMicrotask(() => this.destroy(new Error(`Tests may not connect to ${target}.`)))
  return this
} as typeof Socket.prototype.connect

beforeEach(() => {
  attempts.length = 0
})

// The next file in this process has a guard of its own.
afterAll(() => {
  Socket.prototype.connect = connect
})

afterEach(() => {
  if (attempts.length > 0)
    throw new Error(`An outbound connection was tried: ${attempts.splice(0).join(', ')}`)
})

/** The host of a call of `connect`, whose arguments Node may have wrapped in an array; null for a unix socket. */
function destination(args: unknown[]): string | null {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { path?: string; host?: string }
    return path ? null : (host ?? 'localhost')
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return null
  return typeof second === 'string' ? second : 'localhost'
}

function testDatabaseHost(): string {
  const url = process.env.TEST_DATABASE_URL
  return url && URL.canParse(url) ? new URL(url).hostname : 'localhost'
}
