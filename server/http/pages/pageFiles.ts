import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseStyles, type StylePiece } from './pageStyles.ts'

/** The part of Vite's manifest that is read (https://vite.dev/guide/backend-integration). */
type Manifest = Record<
  string,
  {
    file: string
    name?: string
    isEntry?: boolean
    imports?: string[]
    dynamicImports?: string[]
    css?: string[]
  }
>

/** The files of the web app's build that its pages need. */
export interface PageFiles {
  /** The address of the app's entry. */
  readonly entry: string
  /** What the matched routes need: the addresses of scripts and style sheets, and what the sheets say. */
  of(routeIds: readonly string[]): { addresses: string[]; sheets: readonly StylePiece[] }
}

/** Reads the manifest of the build in `directory`. */
export function readPageFiles(directory: string): PageFiles {
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8'))
  const [entryKey, entry] = Object.entries(manifest).find(([, { isEntry }]) => isEntry) ?? []
  if (!entryKey || !entry) throw new Error('The build has no entry')
  const app = entry.dynamicImports?.filter((key) => manifest[key]?.name === 'app') ?? []
  const parsed = new Map<string, StylePiece[]>()
  const piecesOf = (file: string): StylePiece[] => {
    const pieces = parsed.get(file) ?? parseStyles(readFileSync(join(directory, file), 'utf8'))
    parsed.set(file, pieces)
    return pieces
  }
  const known = new Map<string, ReturnType<PageFiles['of']>>()
  return {
    entry: `/${entry.file}`,
    of(routeIds) {
      const page = routeIds.join(' ')
      const before = known.get(page)
      if (before) return before
      const splits = routeIds.flatMap((id) =>
        Object.keys(manifest).filter((key) => routeOf(key) === plain(id)),
      )
      const everywhere = withImports(manifest, [entryKey, ...app])
      const needed = new Set([...everywhere, ...withImports(manifest, splits)])
      const ofPage = [...needed].filter((key) => !everywhere.has(key))
      const later = withImports(
        manifest,
        ofPage.flatMap((key) => manifest[key]?.dynamicImports ?? []),
      )
      const scripts = [...needed].flatMap((key) => manifest[key]?.file ?? [])
      const styles = stylesOf(manifest, needed)
      const files = {
        addresses: [...styles, ...scripts].map((file) => `/${file}`),
        // What the page loads later may stand in its HTML (web/ui/preloadable.tsx).
        sheets: [...new Set([...styles, ...stylesOf(manifest, later)])].flatMap(piecesOf),
      }
      known.set(page, files)
      return files
    },
  }
}

/**
 * The id of the route that a part of a route's file belongs to, without the slash in front: '_site/camps/' for
 * 'routes/_site/camps.index.tsx?tsr-split=…'. The layout around it, '_site/camps', has no slash at its end.
 */
function routeOf(key: string): string | null {
  const [, path] = /^routes\/(.+)\.tsx\?tsr-split=/.exec(key) ?? []
  return path === undefined ? null : path.replaceAll('.', '/').replace(/(^|\/)index$/, '$1')
}

const plain = (id: string): string => id.replace(/^\//, '')

/** The chunks, each after all that it imports. */
function withImports(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue
    withImports(manifest, manifest[key]?.imports ?? [], found)
    found.add(key)
  }
  return found
}

const stylesOf = (manifest: Manifest, keys: ReadonlySet<string>): string[] => [
  ...new Set([...keys].flatMap((key) => manifest[key]?.css ?? [])),
]
