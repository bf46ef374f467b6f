import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** @param {string} path inside the project */
export const inProject = (path) => fileURLToPath(new URL(path, new URL('../../', import.meta.url)))

/** The Node that the project pins; the machine's own only has to be able to install it. */
export const node24 = inProject(
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node',
)

/** Says what is wrong and ends; for everything that the person at the keyboard can put right. */
export function giveUp(/** @type {string} */ message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
