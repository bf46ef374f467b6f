import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, inProject, node24, root } from './project.mjs'

const inputs = [
  'web',
  'shared',
  'vite.config.ts',
  'postcss.config.mjs',
  'tsconfig.base.json',
  'package-lock.json',
]
const notAnInput = /\.test\.tsx?$|\.gen\.ts$/

/** Builds the web app if its sources have changed since the last build. About 20 ms if not. */
export function ensureWebBuilt() {
  // The app of the browser, and the renderer of its public pages on the server.
  build('web', 'production', [[], ['--ssr', 'server.tsx']])
}

/**
 * The same app with React's development version, which tells in the console where a page differs from the server's HTML:
 * in dist/web-development, for journeys.
 */
export function ensureDevelopmentBuilt() {
  build('web-development', 'development', [[]])
}

/**
 * @param {string} directory in dist.
 * @param {'production' | 'development'} mode
 * @param {string[][]} targets arguments of the builds that belong together.
 */
function build(directory, mode, targets) {
  const stamp = inProject(`dist/${directory}-inputs.sha256`)
  const now = fingerprint()
  const isThere = targets.length === 1 || existsSync(inProject('dist/renderer/server.js'))
  if (isThere && readOrNull(stamp) === now) return
  console.log(mode === 'production' ? 'Building the web app …' : 'Building the web app for development …')
  const vite = inProject('node_modules/vite/bin/vite.js')
  // The environment may hold another one.
  const env = { ...process.env, NODE_ENV: mode }
  for (const target of targets) {
    const args = [vite, 'build', ...target, '--mode', mode, '--logLevel', 'warn']
    const done = spawnSync(node24, args, { cwd: root, stdio: 'inherit', env })
    if (done.signal === 'SIGKILL')
      giveUp(
        'The web app could not be built: this machine ended the build, which needs about 1.5 GB of memory. ' +
          'Build on a larger machine and copy its folder dist, or run the Docker image, which has it built.',
      )
    if (done.status !== 0) giveUp('The web app could not be built; see above.')
  }
  mkdirSync(inProject('dist'), { recursive: true })
  writeFileSync(stamp, now)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of filesOf(input))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(inProject(file)))
  }
  return hash.digest('hex')
}

/**
 * A file itself, or all files of a folder that take part in the build; nothing when it does not exist.
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!existsSync(inProject(path))) return []
  if (path.includes('.')) return [path]
  const entries = readdirSync(inProject(path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !notAnInput.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

/** @param {string} file */
function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
