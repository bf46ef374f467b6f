import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** @param {string} path inside the project */
export const inProject = (path) => fileURLToPath(new URL(path, new URL('../../', import.meta.url)))

/** The pinned Node of the project; the machine's own is only used to install it. */
export const node24 = inProject(
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node',
)

/** Prints an error that the user can fix, and exits. */
export function giveUp(/** @type {string} */ message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
