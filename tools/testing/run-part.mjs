import { spawn } from 'node:child_process'
import { inProject, node24, root } from '../setup/project.mjs'

/**
 * Longer than any part takes on a slow machine, and than Playwright's own limit, which says what was not run; a part that
 * hangs must not block the report of the others.
 */
const limitMilliseconds = 58 * 60_000

/**
 * Runs one part to its end and reports it in a line, below its output when it failed or is shown live.
 * @param {import('./parts.mjs').Part} part
 * @returns {Promise<import('./parts.mjs').Count>}
 */
export async function runPart(part) {
  const begin = performance.now()
  if (part.live) console.log(`\n▶ ${part.name}`)
  const { ok, output } = await execute(part)
  const count = add(part.count?.() ?? { passed: 0, failed: 0 }, part.count ? null : ok)
  // A part can fail without a failing test, e.g. when a test file cannot be loaded.
  if (!ok && count.failed === 0) count.failed = 1
  if (!ok && !count.failures?.length) count.failures = [`${part.name}\n${output.trim().slice(-2_000)}`]
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  if (!ok && output) console.log(`\n${output.trim()}\n`)
  console.log(`${ok ? '✓' : '✗'} ${part.name.padEnd(18)} ${summary(part, count).padEnd(24)} ${seconds} s`)
  return count
}

/**
 * @param {import('./parts.mjs').Count} count
 * @param {boolean | null} check the outcome of a part that counts as one
 */
const add = (count, check) => ({
  ...count,
  passed: count.passed + (check === true ? 1 : 0),
  failed: count.failed + (check === false ? 1 : 0),
})

/**
 * @param {import('./parts.mjs').Part} part
 * @param {import('./parts.mjs').Count} count
 */
function summary(part, { passed, failed }) {
  if (!part.count) return failed === 0 ? 'passed' : 'failed'
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`
}

/**
 * @param {import('./parts.mjs').Part} part
 * @returns {Promise<{ ok: boolean, output: string }>} the output is empty when it was shown live
 */
function execute(part) {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    NODE_COMPILE_CACHE: inProject('node_modules/.cache/node'),
    ...part.env?.(),
  }
  const child = spawn(node24, part.command, {
    cwd: root,
    env,
    stdio: ['ignore', part.live ? 'inherit' : 'pipe', part.live ? 'inherit' : 'pipe'],
    timeout: limitMilliseconds,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}
