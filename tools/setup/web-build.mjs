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
const stamp = inProject('dist/web-inputs.sha256')
const notAnInput = /\.test\.tsx?$|\.gen\.ts$/

/** Builds the web app if its sources have changed since the last build. About 20 ms if not. */
export function ensureWebBuilt() {
  const now = fingerprint()
  if (existsSync(inProject('dist/web/index.html')) && readOrNull(stamp) === now) return
  console.log('Building the web app …')
  const vite = inProject('node_modules/vite/bin/vite.js')
  // With another NODE_ENV in the environment Vite would build React's development version.
  const env = { ...process.env, NODE_ENV: 'production' }
  const done = spawnSync(node24, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit', env })
  if (done.status !== 0) giveUp('The web app could not be built; see above.')
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
