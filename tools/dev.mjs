import { spawn } from 'node:child_process'
import { envFile } from './setup/become.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { inProject, node24, root } from './setup/project.mjs'
import { npm, stopWithout } from './setup/started-by.mjs'

// Vite with hot reload on port 5173, which proxies the server's paths to PORT; the server restarts
// when one of its files changes. One Ctrl-C ends both.

const webPort = '5173'

ensureInstalled()

const server = start([...envFile(), '--watch', '--watch-preserve-output', inProject('server/main.ts')])
const web = start([
  ...envFile(),
  inProject('node_modules/vite/bin/vite.js'),
  '--port',
  webPort,
  '--strictPort',
])
const children = [server, web]

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop)
if (npm !== null) stopWithout(npm)
// `kill -9` of this process would leave both running, with their ports.
const pids = children.map(({ pid }) => String(pid))
spawn(node24, [inProject('tools/setup/end-orphans.mjs'), ...pids], {
  detached: true,
  stdio: 'ignore',
}).unref()
for (const child of children) child.on('exit', stop)

/** @param {string[]} args */
function start(args) {
  const env = { PUBLIC_URL: `http://localhost:${webPort}`, ...process.env }
  return spawn(node24, args, { cwd: root, env, stdio: 'inherit', detached: process.platform !== 'win32' })
}

/** The children have their own process groups, so that the terminal's Ctrl-C does not reach them a second time. */
function stop() {
  for (const child of children) if (child.exitCode === null && !child.killed) child.kill('SIGTERM')
}
