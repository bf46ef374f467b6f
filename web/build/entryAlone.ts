import type { Plugin, Rolldown } from 'vite'
import { firstLoadChunks } from './preloads.ts'

/**
 * Fails the build when the entry's static imports reach a module that is not listed: it would run before the entry has
 * loaded the polyfills. The bundler decides which file a shared module goes into, so the sources by themselves do not show it.
 */
export function entryAlone({ modules }: { modules: readonly string[] }): Plugin {
  return {
    name: 'dugout:entry-alone',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const early = modulesBeforePolyfills(bundle, modules)
        if (early.length === 0) return
        this.error(`The entry reaches modules that would run before the polyfills: ${summary(early)}`)
      },
    },
  }
}

/**
 * The modules that the entry of index.html reaches by static imports, except those whose path ends with one of
 * `allowed`.
 */
export function modulesBeforePolyfills(bundle: Rolldown.OutputBundle, allowed: readonly string[]): string[] {
  return firstLoadChunks(bundle, ['/index.html'])
    .flatMap((chunk) => chunk.moduleIds)
    .filter((id) => !allowed.some((path) => id.endsWith(path)))
}

function summary(ids: readonly string[]): string {
  const names = ids.slice(0, 5).map((id) => id.replaceAll('\0', ''))
  return ids.length > names.length
    ? `${names.join(', ')} and ${ids.length - names.length} more`
    : names.join(', ')
}
