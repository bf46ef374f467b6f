import { spawn } from 'node:child_process'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, node24, root } from '../setup/project.mjs'

// Runs the real application on an empty folder, with the demo facility, for the browser journeys; the folder and the
// database in it are deleted when it ends. PORT is its port, DATA_DIR its folder;
// it ends when its standard input closes.

const dataDir = process.env.DATA_DIR
if (!dataDir) throw new Error('DATA_DIR is needed.')
const env = {
  ...process.env,
  NODE_ENV: 'development',
  DATABASE_URL: '',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  // All journeys have the same network address.
  RATE_LIMITS: 'false',
}
const server = spawn(node24, [inProject('server/main.ts')], {
  cwd: root,
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
})

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => server.kill('SIGTERM'))
}
process.stdin.on('close', () => server.kill('SIGTERM')).resume()
server.on('exit', (code) => {
  try {
    rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true })
  } catch {
    // It ended before there was a database.
  }
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
