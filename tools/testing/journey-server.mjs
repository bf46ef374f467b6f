import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProject, node24, root } from '../setup/project.mjs'

// The real application on an empty folder, with the demo facility, for the browser journeys; the folder and the
// database in it are deleted when it ends. PORT and DATA_DIR say where.

const dataDir = process.env.DATA_DIR || mkdtempSync(join(tmpdir(), 'dugout-journeys-'))
const env = {
  ...process.env,
  NODE_ENV: 'development',
  DATABASE_URL: '',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  // All journeys come from one address.
  RATE_LIMITS: 'false',
}
const server = spawn(node24, [inProject('server/main.ts')], {
  cwd: root,
  env,
  stdio: 'inherit',
  detached: true,
})

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => server.kill('SIGTERM'))
}
server.on('exit', (code) => {
  try {
    rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true })
  } catch {
    // It ended before there was a database.
  }
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
