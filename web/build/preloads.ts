import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Names in index.html what the browser would otherwise find out about only later: the app behind the entry's dynamic
 * import, with its static imports and styles, and the fonts of the first view.
 */
export function preloads({ entry, fonts }: { entry: string; fonts: readonly string[] }): Plugin {
  return {
    name: 'dugout:preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (!bundle) return []
        const chunks = firstLoadChunks(bundle, [`/${entry}`])
        const styles = chunks.flatMap((chunk) => stylesOf(chunk))
        const fontFiles = fonts.map((font) => {
          const file = Object.keys(bundle).find((name) => name.includes(font))
          if (!file) throw new Error(`No font ${font} in the build`)
          return file
        })
        return [
          ...fontFiles.map((file) =>
            link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` }),
          ),
          ...styles.map((href) => link({ rel: 'stylesheet', crossorigin: '', href: `/${href}` })),
          ...chunks
            .map(({ fileName }) => `/${fileName}`)
            // Vite itself names what the entry imports.
            .filter((href) => !html.includes(`href="${href}"`))
            .map((href) => link({ rel: 'modulepreload', crossorigin: '', href })),
        ]
      },
    },
  }
}

/**
 * The chunks that hold a module whose path ends like one of these, with everything that they import statically,
 * dependencies first. A route that the router's plugin has split is in several. Throws when there is none for a path.
 */
export function firstLoadChunks(
  bundle: Rolldown.OutputBundle,
  modulePaths: readonly string[],
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  for (const path of modulePaths) {
    const chunks = Object.values(bundle).filter((output) => isChunkOf(output, path))
    if (chunks.length === 0) throw new Error(`No chunk for ${path} in the build`)
    for (const chunk of chunks) withImports(bundle, chunk.fileName, found)
  }
  return [...found]
}

function isChunkOf(output: Rolldown.OutputChunk | Rolldown.OutputAsset, path: string): boolean {
  return output.type === 'chunk' && output.moduleIds.some((id) => id.split('?')[0]?.endsWith(path))
}

/** A chunk and all that it imports statically, dependencies first. */
export function withImports(
  bundle: Rolldown.OutputBundle,
  name: string,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || found.has(chunk)) return found
  for (const imported of chunk.imports) withImports(bundle, imported, found)
  return found.add(chunk)
}

/** The style sheets that come with a chunk. */
export function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])]
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' }
}

const staffRoutes = /\/web\/(routes\/(admin|_coach)[./]|routeTree\.gen\.ts\?staff)/

/** Whether a chunk begins with a page of staff, or their routes. */
export const isOfStaff = ({ facadeModuleId }: { readonly facadeModuleId: string | null }): boolean =>
  staffRoutes.test(facadeModuleId ?? '')

/** Names a chunk's file; the pages of staff have a folder of their own. */
export const chunkName = (chunk: Rolldown.PreRenderedChunk): string =>
  `assets/${isOfStaff(chunk) ? 'staff/' : ''}[name]-[hash:7].js`

/**
 * The files that the browser fetches together with a chunk that is imported dynamically. The app, which every visitor
 * loads, lists them for each page: only style sheets, which must be there before the page is drawn. Scripts are found by
 * their imports, and those of the first page are named by the server. A page names all files of its own parts, so that
 * they are not found one after the other.
 */
export const stylesFromApp = (
  _file: string,
  dependencies: string[],
  { hostId }: { hostId: string },
): string[] =>
  /\/(app|index)-/.test(hostId) ? dependencies.filter((file) => file.endsWith('.css')) : dependencies
