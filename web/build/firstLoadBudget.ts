import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { brotliSmallest } from './precompress.ts'
import { firstLoadChunks, isOfStaff, stylesOf, withImports } from './preloads.ts'

/**
 * The most that a public page may load, in bytes of JavaScript and CSS together, brotli: before it is alive, the same with
 * what browsers without Temporal load besides, and all that comes by itself until the network is idle. Dialogs, which are
 * downloaded when the browser is idle, do not count. The names of files have hashes that do not compress: any change moves a sum by
 * some 60 bytes.
 */
export const firstLoadLimits = { native: 140_400, polyfilled: 158_100, untilIdle: 160_800 }

interface Budget {
  /** The folder with the routes of the site. */
  routes: string
  /** Path endings of the modules that every page needs beside the entry and its route. */
  modules: string[]
  /** Path endings of modules that only browsers without Temporal load. */
  polyfills: string[]
  /** Path endings of modules that a route, by its file, loads by itself beside its later parts. */
  afterLoad: Record<string, string[]>
}

/**
 * Fails the build when the first load of a public page ships more JavaScript and CSS than its limit: the entry, the named
 * modules and the route, with their static imports and styles, without and with the polyfills; or more with what the page
 * loads after its hydration; or ships a polyfill to every browser; when anything of the site loads what only staff need; or when
 * files import each other.
 */
export function firstLoadBudget({ routes, modules, polyfills, afterLoad }: Budget): Plugin {
  return {
    name: 'dugout:first-load-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const sizes = new Map<string, Promise<number>>()
        const filesOf = (paths: string[]): string[] =>
          firstLoadChunks(bundle, paths).flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)])
        const sum = async (files: readonly string[]): Promise<number> => {
          for (const file of files) if (!sizes.has(file)) sizes.set(file, brotliSizeOf(bundle, file))
          const each = await Promise.all([...new Set(files)].map((file) => sizes.get(file) ?? 0))
          return each.reduce((total, size) => total + size, 0)
        }
        const polyfillFiles = filesOf(polyfills)
        const problems: string[] = []
        const summary: string[] = []
        for (const route of publicRoutes(routes)) {
          const needed = ['/index.html', ...modules, `/${basename(routes)}/${route}`]
          const forEverybody = firstLoadChunks(bundle, needed).flatMap((chunk) => chunk.moduleIds)
          if (forEverybody.some((id) => polyfills.some((path) => id.endsWith(path))))
            problems.push(`${route} ships a polyfill to every browser`)
          const files = filesOf(needed)
          const native = await sum(files)
          const polyfilled = await sum([...files, ...polyfillFiles])
          const later = [...laterParts(forEverybody), ...(afterLoad[route] ?? [])]
          const untilIdle = await sum([...files, ...filesOf(later)])
          summary.push(untilIdle > native ? `${route} ${native} (${untilIdle})` : `${route} ${native}`)
          if (native > firstLoadLimits.native)
            problems.push(`${route} is ${native} bytes, limit ${firstLoadLimits.native}`)
          if (untilIdle > firstLoadLimits.untilIdle)
            problems.push(`${route} until idle is ${untilIdle} bytes, limit ${firstLoadLimits.untilIdle}`)
          if (polyfilled > firstLoadLimits.polyfilled)
            problems.push(
              `${route} with polyfills is ${polyfilled} bytes, limit ${firstLoadLimits.polyfilled}`,
            )
        }
        for (const file of inCircles(bundle))
          problems.push(`${file} is in a circle of files, whose modules run in the wrong order`)
        for (const file of loadersOfStaff(bundle))
          problems.push(`${file} is of the site and loads the file 'staff' (web/build/sharedFiles.ts)`)
        if (problems.length > 0) this.error(`First load (brotli): ${problems.join('; ')}.`)
        this.info(`First load, in brackets all until idle, in bytes (brotli): ${summary.join(', ')}.`)
      },
    },
  }
}

/** The files of the site, dialogs and pages of one person too, that import what all pages of staff share. */
function loadersOfStaff(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<Rolldown.OutputChunk>(firstLoadChunks(bundle, ['/index.html']))
  for (const chunk of found) {
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = bundle[name]
      if (next?.type === 'chunk' && next.name !== 'staff' && !isOfStaff(next)) found.add(next)
    }
  }
  return [...found]
    .filter(({ imports }) => imports.some((name) => bundle[name]?.name === 'staff'))
    .map(({ fileName }) => fileName)
}

/** The files that import themselves over others: `sharedFiles` takes modules out of their order. */
const inCircles = (bundle: Rolldown.OutputBundle): string[] =>
  Object.values(bundle)
    .filter((output) => output.type === 'chunk')
    .filter((chunk) => chunk.imports.some((name) => withImports(bundle, name).has(chunk)))
    .map(({ fileName }) => fileName)

/** The modules that these load as parts of their page after it (web/ui/preloadable.tsx). */
function laterParts(modules: readonly string[]): string[] {
  return modules
    .filter((id) => id.includes('/web/features/'))
    .flatMap((id) => {
      const [file = ''] = id.split('?')
      const declared = readFileSync(file, 'utf8').matchAll(/laterPart\([^;]*?import\('([^']+)'\)/g)
      return [...declared].map(([, path = '']) => join(dirname(file), path))
    })
}

/** The files of the routes that strangers see. */
function publicRoutes(directory: string): string[] {
  const found = globSync('*.tsx', { cwd: directory }).filter((file) =>
    readFileSync(join(directory, file), 'utf8').includes('isPublic: true'),
  )
  if (found.length === 0) throw new Error(`No public route in ${directory}`)
  return found.sort()
}

async function brotliSizeOf(bundle: Rolldown.OutputBundle, file: string): Promise<number> {
  const output = bundle[file]
  if (!output) throw new Error(`No ${file} in the build`)
  const content = output.type === 'chunk' ? output.code : output.source
  return (await brotliSmallest(Buffer.from(content))).byteLength
}
