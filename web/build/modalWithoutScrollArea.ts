import type { Plugin } from 'vite'

const modal = /@mantine\/core\/esm\/components\/(Modal\/ModalRoot|Drawer\/DrawerRoot)\.mjs$/
const stub = '\0modal-without-scroll-area'

/**
 * Mantine's Modal and Drawer import ScrollArea only to ask whether they were given it, which Dugout never does. With it
 * come its five parts and, because it borrows one function, all of Floating UI that any other page uses. In its place they
 * get a name that nothing is equal to. Fails the build when an update of Mantine has made this unnecessary.
 */
export function modalWithoutScrollArea(): Plugin {
  let replaced = false
  return {
    name: 'dugout:modal-without-scroll-area',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (!importer || !modal.test(importer) || !source.endsWith('/ScrollArea.mjs')) return null
      replaced = true
      return stub
    },
    load: (id) => (id === stub ? 'export const ScrollArea = { Autosize: Symbol() }' : null),
    generateBundle() {
      if (!replaced) this.error('Modal does not import ScrollArea any more: remove modalWithoutScrollArea.')
    },
  }
}
