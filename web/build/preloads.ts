import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Names in index.html what the browser would otherwise find out about only later: the app behind the entry's dynamic
 * import, with its static imports and styles, and the font of the running text.
 */
export function preloads({ entry, font }: { entry: string; font: string }): Plugin {
  return {
    name: 'dugout:preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (!bundle) return []
        const chunks = firstLoadChunks(bundle, [`/${entry}`])
        const styles = chunks.flatMap((chunk) => stylesOf(chunk))
        const fontFile = Object.keys(bundle).find((name) => name.includes(font))
        if (!fontFile) throw new Error(`No font ${font} in the build`)
        return [
          link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${fontFile}` }),
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
    for (const chunk of chunks) addWithImports(bundle, chunk.fileName, found)
  }
  return [...found]
}

function isChunkOf(output: Rolldown.OutputChunk | Rolldown.OutputAsset, path: string): boolean {
  return output.type === 'chunk' && output.moduleIds.some((id) => id.split('?')[0]?.endsWith(path))
}

function addWithImports(bundle: Rolldown.OutputBundle, name: string, found: Set<Rolldown.OutputChunk>): void {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || found.has(chunk)) return
  for (const imported of chunk.imports) addWithImports(bundle, imported, found)
  found.add(chunk)
}

/** The style sheets that come with a chunk. */
export function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])]
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' }
}

const staffRoutes = /\/web\/routes\/(admin|_coach)[./]/
const staffFolder = 'assets/staff/'

/** Names a chunk's file; the pages of staff have a folder of their own. */
export const chunkName = ({ facadeModuleId }: Rolldown.PreRenderedChunk): string =>
  `${staffRoutes.test(facadeModuleId ?? '') ? staffFolder : 'assets/'}[name]-[hash].js`

/**
 * The files that the browser fetches together with a page's chunk. The app, which every visitor loads, lists them for each
 * page; for the pages of staff it lists style sheets alone, and their scripts are found by their imports.
 */
export const withoutStaffFiles = (file: string, dependencies: string[]): string[] =>
  file.startsWith(staffFolder) ? [] : dependencies
