import type { Plugin } from 'vite'

/** What an import gets in place of a part of a package, by the importing file and the end of what it imports. */
const replacements = [
  // Modal and Drawer only ask whether they were given ScrollArea. With it come its five parts and, because it borrows one
  // function, all of Floating UI that any other page uses. Nothing is equal to the name in its place.
  {
    importer: /Modal\/ModalRoot$/,
    source: '/ScrollArea.mjs',
    code: 'export const ScrollArea = { Autosize: Symbol() }',
  },
  {
    importer: /Drawer\/DrawerRoot$/,
    source: '/ScrollArea.mjs',
    code: 'export const ScrollArea = { Autosize: Symbol() }',
  },
  // The variables are a style sheet of the build (themeVariables.ts), and the classes are not asked for.
  ...without('MantineProvider/MantineProvider', 'MantineCssVariables', 'MantineClasses'),
  // Reached as Button.Group and the like, which nothing here uses.
  ...without('Button/Button', 'ButtonGroup', 'ButtonGroupSection'),
  ...without('ActionIcon/ActionIcon', 'ActionIconGroup', 'ActionIconGroupSection'),
  ...without('Checkbox/Checkbox', 'CheckboxCard', 'CheckboxIndicator'),
  // No field has a button that clears it.
  ...without('Input/Input', 'InputClearButton'),
  // Only the ring is used.
  ...without('Loader/Loader', 'Bars', 'Dots'),
  // The calendar shows months only (web/components/DayCalendar.tsx).
  {
    importer: /Calendar\/Calendar$/,
    source: '/YearLevelGroup.mjs',
    code: 'export const YearLevelGroup = { classes: {} }',
  },
  {
    importer: /Calendar\/Calendar$/,
    source: '/DecadeLevelGroup.mjs',
    code: 'export const DecadeLevelGroup = { classes: {} }',
  },
]

function without(importer: string, ...parts: string[]) {
  return parts.map((part) => ({
    importer: new RegExp(`/${importer}$`),
    source: `/${part}.mjs`,
    code: `export const ${part} = undefined`,
  }))
}

const prefix = '\0without:'

/**
 * Leaves out parts of packages that their modules import and Dugout never uses. Fails the build when an update has made one of the replacements unnecessary.
 */
export function withoutUnusedParts(): Plugin {
  const done = new Set<number>()
  return {
    name: 'dugout:without-unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => {
      const [, file] = /\/node_modules(\/.+)\.m?js$/.exec(importer ?? '') ?? []
      if (file === undefined) return null
      const found = replacements.findIndex((one) => one.importer.test(file) && source.endsWith(one.source))
      if (found < 0) return null
      done.add(found)
      return `${prefix}${found}`
    },
    load: (id) => (id.startsWith(prefix) ? replacements[Number(id.slice(prefix.length))]?.code : null),
    generateBundle() {
      for (const [index, { importer, source }] of replacements.entries())
        if (!done.has(index))
          this.error(`${importer} does not import ${source} any more: remove the replacement.`)
    },
  }
}
