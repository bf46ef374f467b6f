import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inProject, node24, root } from '../setup/project.mjs'

// The headless shell first: with it the journeys take a quarter less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The machine's own Chromium or Chrome; CHROMIUM_PATH names another one.
 * @returns {string | null} null when there is none: Playwright then looks for the one it has downloaded
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return findProgram(names, applications)
}

/**
 * The first of these programs that is in PATH, or of these files.
 * @param {string[]} names
 * @param {string[]} [files]
 */
export function findProgram(names, files = []) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...files].find(isExecutable) ?? null
}

/**
 * Installs a browser for the journeys when there is none: Debian's headless shell for root, else Playwright's own.
 * @returns {boolean} whether there is one now
 */
export function ensureChromium() {
  if (works(findChromium()) || playwrightHasOne()) return true
  console.log('Installing Chromium for the browser tests …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    for (const name of ['chromium-headless-shell', 'chromium']) {
      installPackages([name])
      if (works(findChromium())) return true
    }
  }
  run(node24, [inProject('node_modules/@playwright/test/cli.js'), 'install', 'chromium'])
  return playwrightHasOne()
}

let packageListsAreFresh = false

/**
 * Installs packages of Debian, as root.
 * @param {string[]} packages
 */
export function installPackages(packages) {
  if (!packageListsAreFresh) run('apt-get', ['update', '-qq'])
  packageListsAreFresh = true
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/** Some distributions have a stub with this name that only prints how to install the real one. */
export function works(/** @type {string | null} */ program) {
  return program !== null && spawnSync(program, ['--version']).status === 0
}

function playwrightHasOne() {
  const script = "process.stdout.write(require('@playwright/test').chromium.executablePath())"
  const { stdout } = spawnSync(node24, ['-e', script], { cwd: root, encoding: 'utf8' })
  return Boolean(stdout) && existsSync(stdout)
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(program, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

function isExecutable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
