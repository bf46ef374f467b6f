/**
 * Builds the types of all projects, and says where a project makes the compiler look at more types than it may: the
 * contract's few hundred operations, typed carelessly at one place, cost everybody seconds at every check. A project that
 * is up to date is not built, and so not counted.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The most types by project; what the browser's half needs with all its calls is about 343,000. */
const most = { 'web/tsconfig.json': 400_000 }

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const { stdout, stderr, status } = spawnSync(
  process.execPath,
  // Several checkers each make the types that they share: the projects beside each other keep the cores busy as well.
  [compiler, '--build', '--checkers', '1', '--verbose', '--extendedDiagnostics', '--pretty', 'false'],
  { encoding: 'utf8', maxBuffer: 2 ** 26 },
)
if (stderr) console.error(stderr)
if (status) for (const line of stdout.split('\n')) if (/error TS|^ {2}\S/.test(line)) console.error(line)

let tooMany = false
for (const [project, limit] of Object.entries(most)) {
  const built = stdout.split(`Building project '`).find((part) => part.startsWith(project))
  const types = Number(/^Types: +(\d+)$/m.exec(built ?? '')?.[1] ?? 0)
  if (types <= limit) continue
  tooMany = true
  console.error(`${project} makes ${types} types; at most ${limit} are allowed.`)
}
process.exit(status || (tooMany ? 1 : 0))
