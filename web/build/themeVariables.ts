import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariables, theme } from '../ui/theme.ts'

const sheets = ['virtual:theme-variables.css', 'virtual:staff-theme-variables.css'] as const

/** The variables of all pages, of the light scheme, and of the dark one. */
type Variables = ReturnType<typeof defaultCssVariablesResolver>

/**
 * Mantine's variables for Dugout's theme as style sheets of the build. The provider would compute the same text in every
 * browser and write it into the page, where the content security policy asks for a nonce.
 *
 * Every visitor loads the first sheet, so it has only the colors that something of the site uses: what the sources and
 * Mantine's own styles name. Names that code composes are kept for each color that the sources write as a text ('red',
 * 'stitch.6'). The second has what only the pages of staff use. Fails the build when a file of it uses a variable that
 * was left out.
 */
export function themeVariables(): Plugin {
  const all = variablesOfTheme()
  let site = all
  let staff = only(all, () => false)
  return {
    name: 'dugout:theme-variables',
    configResolved({ command }) {
      if (command !== 'build') return
      const used = usedVariables(
        all,
        readSources(() => true),
      )
      site = usedVariables(
        all,
        readSources((file) => !staffSource.test(file)),
      )
      const forEverybody = namesOf(site)
      staff = only(used, (name) => !forEverybody.has(name))
    },
    resolveId: (source) => (sheets.some((sheet) => sheet === source) ? `\0${source}` : null),
    load: (id) => {
      if (id === `\0${sheets[0]}`) return convertCssVariables(site, ':root')
      return id === `\0${sheets[1]}` ? convertCssVariables(staff, ':root') : null
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const known = namesOf(all)
        const ofSite = namesOf(site)
        const kept = new Set([...ofSite, ...namesOf(staff)])
        for (const output of Object.values(bundle)) {
          if (!/\.(css|js)$/.test(output.fileName)) continue
          const isChunk = output.type === 'chunk'
          const there = isChunk && !output.moduleIds.some((id) => staffSource.test(id)) ? ofSite : kept
          const text = isChunk ? output.code : String(output.source)
          const lost = variablesIn(text).filter((name) => known.has(name) && !there.has(name))
          if (lost.length > 0)
            this.error(`${output.fileName} uses variables that its theme's sheet lacks: ${lost.join(', ')}`)
        }
      },
    },
  }
}

function variablesOfTheme(): Variables {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const schemes = {
    variables: {},
    light: { '--mantine-color-scheme': 'light' },
    dark: { '--mantine-color-scheme': 'dark' },
  }
  return deepMerge(deepMerge(defaultCssVariablesResolver(whole), cssVariables(whole)), schemes)
}

const groups = ['variables', 'light', 'dark'] as const

/** Mantine's type knows no names. */
const valuesOf = (group: Variables[(typeof groups)[number]]): Record<string, string> => ({ ...group })

const namesOf = (variables: Variables): Set<string> =>
  new Set(groups.flatMap((group) => Object.keys(variables[group])))

/** Names of variables that are used; not those of a declaration. */
const variablesIn = (text: string): string[] => text.match(/(?<=var\(\s*)--[\w-]+/g) ?? []

/** Where variables are declared, not used; and what is not part of the build. */
const notAUse = /\/MantineProvider\/|default-css-variables|\/web\/ui\/theme\.ts$|\.test\.tsx?$|\/web\/build\//

/** What may name a variable. */
interface Sources {
  readonly code: string
  /** Dugout's style sheets, and Mantine's styles and code. */
  readonly others: string
}

/** Code that the site's pages never load. */
const staffSource = /\/web\/(.*\/)?staff\/|\/web\/(routes|surfaces)\/(admin|_?coach)[./]/

function readSources(isWanted: (file: string) => boolean): Sources {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const mantine = here('../../node_modules/@mantine')
  const read = (...patterns: string[]): string =>
    globSync(patterns)
      .filter((file) => !notAUse.test(file) && isWanted(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
  return {
    code: read(here('../**/*.{ts,tsx}')),
    others: read(
      here('../**/*.css'),
      `${mantine}/core/styles/*.layer.css`,
      `${mantine}/{dates,notifications,spotlight}/styles.layer.css`,
      `${mantine}/*/esm/**/*.mjs`,
    ),
  }
}

/** A shade such as '--mantine-color-navy-7' or '--mantine-color-navy-filled'. Everything else is small and stays. */
const shade = /^--mantine-(?:color-([a-z]+)|primary-color)-(\w[\w-]*)$/

/** The ends of names that Mantine composes for the color of a component (its variant resolver, Menu's items). */
const composed = /^(filled|filled-hover|light|light-hover|light-color|outline|outline-hover|text|contrast|6)$/

/**
 * Those of a theme's variables that the sources may use, with those that these are made of. Mantine itself picks a color
 * only for an avatar's 'initials'.
 */
export function usedVariables(all: Variables, { code, others }: Sources): Variables {
  const named = new Set(`${code}\n${others}`.match(/--[\w-]+/g))
  const texts = new Set(code.match(/(?<=['"`])[a-z]+(\.\d)?(?=['"`])/g))
  const anyColor = /color(=|: ?)['"]initials/.test(code)
  const colors = new Set(Object.keys({ ...DEFAULT_THEME.colors, ...theme.colors }))
  const mayBeUsed = (variable: string): boolean => {
    const [, color, end = ''] = shade.exec(variable) ?? []
    if (named.has(variable) || end === '') return true
    if (color === undefined) return !/^\d$/.test(end)
    if (!colors.has(color)) return true
    return ((texts.has(color) || anyColor) && composed.test(end)) || texts.has(`${color}.${end}`)
  }
  const kept = new Set<string>()
  const keep = (variable: string): void => {
    if (kept.has(variable)) return
    kept.add(variable)
    for (const group of groups)
      for (const part of variablesIn(valuesOf(all[group])[variable] ?? '')) keep(part)
  }
  for (const variable of namesOf(all)) if (mayBeUsed(variable)) keep(variable)
  return only(all, (name) => kept.has(name))
}

function only(all: Variables, isWanted: (name: string) => boolean): Variables {
  const of = (group: Record<string, string>) =>
    Object.fromEntries(Object.entries(group).filter(([name]) => isWanted(name)))
  return { variables: of(all.variables), light: of(all.light), dark: of(all.dark) }
}
