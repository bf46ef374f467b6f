import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { inProject, node24, root } from './project.mjs'
import { npm, stopWithout } from './started-by.mjs'

/**
 * Runs a program of the project on Node 24. Where Node can replace the running process it does, and
 * nothing of the setup stays in memory; else the program is a child in its own process group, so that a signal
 * reaches it once: from here, and not also from the terminal. It stops when what started it is gone.
 * @param {string} script inside the project
 * @param {string[]} args
 * @param {string[]} nodeOptions
 */
export function become(script, args, nodeOptions = []) {
  const watch = ['--import', new URL('started-by.mjs', import.meta.url).href]
  const argv = [...watch, ...nodeOptions, ...envFile(), inProject(script), ...args]
  /** @type {Record<string, string>} */
  const env = { ...process.env, NODE_COMPILE_CACHE: inProject('node_modules/.cache/node') }
  if (npm !== null) env.DUGOUT_STARTED_BY = String(npm)
  process.chdir(root)
  if (process.platform !== 'win32' && 'execve' in process) process.execve(node24, [node24, ...argv], env)
  env.DUGOUT_STARTED_BY = String(process.pid)
  const child = spawn(node24, argv, { env, stdio: 'inherit', detached: process.platform !== 'win32' })
  forwardSignals(child)
  if (npm !== null) stopWithout(npm)
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}

/** Settings can be in a file `.env`; the environment overrides them. */
export const envFile = () => (existsSync(inProject('.env')) ? [`--env-file=${inProject('.env')}`] : [])

/** npm forwards a Ctrl-C that the terminal has also sent: a second one right after the first is ignored. */
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
