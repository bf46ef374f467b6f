import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { inProject, node24, root } from '../setup/project.mjs'

// Runs the real application for the browser journeys; its settings are in the environment. It ends when its standard
// input closes, and deletes its folder, DATA_DIR.

const dataDir = process.env.DATA_DIR
if (!dataDir) throw new Error('DATA_DIR is needed.')
const server = spawn(node24, [inProject('server/main.ts')], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
})

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => server.kill('SIGTERM'))
}
process.stdin.on('close', () => server.kill('SIGTERM')).resume()
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
