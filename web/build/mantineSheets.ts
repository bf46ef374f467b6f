import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** A component's map of class names, e.g. …/@mantine/core/esm/components/Switch/Switch.module.mjs. */
const classNames = /\/@mantine\/(core|dates|notifications|spotlight)\/esm\/(?:.*\/)?(\w+)\.module\.mjs$/

/**
 * Loads the sheet of each Mantine component with the component: its map of class names imports it. So the sheets come in the
 * order of Mantine's own imports, and only where the component is in the build.
 *
 * @param base the sheet that imports what every page needs already.
 */
export function mantineSheets({ base }: { base: string }): Plugin {
  const there = new Set(readFileSync(base, 'utf8').match(/@mantine\/[\w./-]+\.css/g))
  const sheets = {
    name: 'dugout:mantine-sheets',
    transform: {
      filter: { id: classNames },
      handler(code, id) {
        const [, library = '', name = ''] = classNames.exec(id) ?? []
        const sheet = `@mantine/${library}/${library === 'core' ? `styles/${name}` : 'styles'}.layer.css`
        return there.has(sheet) ? null : { code: `import '${sheet}'\n${code}`, map: null }
      },
    },
  } satisfies Rolldown.Plugin
  // The development server bundles packages ahead, with plugins of its own.
  return { ...sheets, config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [sheets] } } }) }
}
