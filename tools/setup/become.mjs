import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { inProject, node24, root } from './project.mjs'

/**
 * Hands over to a program of the project on Node 24. Where Node can replace the running process it does, and
 * nothing of the set-up stays in memory; else the program is a child in a group of its own, so that a signal
 * reaches it once: from here, and not from the terminal as well.
 * @param {string} script inside the project
 * @param {string[]} args
 */
export function become(script, args) {
  const argv = [...envFile(), inProject(script), ...args]
  /** @type {Record<string, string>} */
  const env = { ...process.env, NODE_COMPILE_CACHE: inProject('node_modules/.cache/node') }
  process.chdir(root)
  if (process.platform !== 'win32' && 'execve' in process) process.execve(node24, [node24, ...argv], env)
  const child = spawn(node24, argv, { env, stdio: 'inherit', detached: process.platform !== 'win32' })
  forwardSignals(child)
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}

/** Settings may be kept in a file `.env`; those of the real environment win. */
export const envFile = () => (existsSync(inProject('.env')) ? [`--env-file=${inProject('.env')}`] : [])

/** npm passes a Ctrl-C on although the terminal has already sent it: one that follows at once is the same one. */
const sameKeystrokeMilliseconds = 500

/** @param {import('node:child_process').ChildProcess} child */
export function forwardSignals(child) {
  let last = Number.NEGATIVE_INFINITY
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (performance.now() - last < sameKeystrokeMilliseconds) return
      last = performance.now()
      child.kill(signal)
    })
  }
}
