import { posix } from 'node:path'
import type { SourceFile } from './checks.ts'

const tags = 'label|input|button|svg|select|textarea|span|legend|fieldset|div|p'
const elementBelow = new RegExp(`(^|[\\s>+~(,])(${tags})(?![\\w-])`)
/** They draw one element around what we put in: an element below a class of theirs is our own. */
const transparent = new Set(['UnstyledButton', 'VisuallyHidden', 'Table', 'Menu'])

/**
 * A class that a component of Mantine's gets has no element selectors below it: what it is made of differs from component to
 * component and may change. `classNames` reaches its parts by name.
 */
export function reachingStyles(files: SourceFile[]): string[] {
  const sheets = files.filter(({ path }) => path.startsWith('web/') && path.endsWith('.module.css'))
  return sheets.flatMap(({ path, text }) => {
    const reaching = reachingClasses(text)
    if (reaching.size === 0) return []
    return files.flatMap((file) => {
      const name = file.path.endsWith('.tsx') ? importedAs(file, path) : undefined
      return name ? reachedComponents(file, { sheet: path, name, reaching }) : []
    })
  })
}

/** The build reads a composed sheet without Mantine's functions: its `light-dark()` colors would be lost. */
export const composedSheets = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => path.endsWith('.module.css') && /composes:[^;]* from /.test(text))
    .map(({ path }) => `${path} composes a class of another sheet: give the element both classes.`)

/** A class that a file takes from a sheet is in the sheet, and a class of a sheet is taken by a file: a typing error draws nothing. */
export function lostClasses(files: SourceFile[]): string[] {
  const inWeb = files.filter(({ path }) => path.startsWith('web/'))
  const sheets = new Map(
    inWeb
      .filter(({ path }) => path.endsWith('.module.css'))
      .map(({ path, text }) => [path, { own: classesOf(text), taken: new Set<string>() }]),
  )
  const missing = inWeb
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap((file) =>
      sheetImports(file).flatMap(({ name, sheet }) => {
        const { own, taken } = sheets.get(sheet) ?? {}
        if (!own) return []
        const code = file.text.replace(/'\.[^'\n]*'/g, '')
        const uses = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used)
        // Handed on as a whole, or by a name that is not written there.
        const isHandedOn = new RegExp(`[({,=:]\\s*${name}\\s*[,})[]`).test(code)
        for (const used of isHandedOn ? own : uses) taken?.add(used)
        return uses
          .filter((used) => !own.has(used))
          .map((used) => `${file.path} takes the class ${used}, which ${sheet} does not have.`)
      }),
    )
  const unused = [...sheets].flatMap(([sheet, { own, taken }]) =>
    [...own]
      .filter((name) => !taken.has(name))
      .map((name) => `${sheet} has the class ${name}, which no file takes.`),
  )
  return [...new Set(missing), ...unused]
}

const classesOf = (css: string): Set<string> =>
  new Set(
    [
      ...css
        .replace(/\/\*[\s\S]*?\*\/|"[^"]*"|:global\((?:[^()]|\([^()]*\))*\)/g, '')
        .matchAll(/\.([A-Za-z]\w*)/g),
    ].map(([, name = '']) => name),
  )

/** How many rules of four declarations and more may say what one of another sheet says. It only ever falls. */
const mostRepeated = 27

/** What sheets repeat to the letter belongs into a part of the kit (web/ui/layout.tsx). */
export function repeatedRules(files: SourceFile[], most = mostRepeated): string[] {
  const first = new Map<string, string>()
  const repeated = files
    .filter(({ path }) => path.startsWith('web/') && path.endsWith('.module.css'))
    .flatMap(({ path, text }) =>
      ruleBodies(text).filter((body) => {
        const known = first.get(body) ?? path
        first.set(body, known)
        return known !== path
      }),
    )
  return repeated.length <= most
    ? []
    : [`${repeated.length} rules repeat one of another sheet, ${most} is the most: ${repeated.join(' | ')}`]
}

/** What is in the innermost braces, sorted, where it is four declarations at least. */
const ruleBodies = (css: string): string[] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\{([^{}]*)\}/g)]
    .map(([, body = '']) =>
      body
        .split(';')
        .map((each) => each.trim())
        .filter(Boolean)
        .sort(),
    )
    .filter(({ length }) => length >= 4)
    .map((declarations) => declarations.join('; '))

/** The classes of a sheet below which a rule names elements, with that rule's selector. */
function reachingClasses(css: string): Map<string, string> {
  const found = new Map<string, string>()
  const around: string[] = []
  for (const [, text = '', mark] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') around.pop()
    if (mark !== '{') continue
    const selector = text.trim()
    around.push(selector)
    const selectors = around.filter((each) => !each.startsWith('@'))
    if (selector.startsWith('@') || !elementBelow.test(selector)) continue
    for (const [, name = ''] of (selectors[0] ?? '').matchAll(/\.([A-Za-z]\w*)/g))
      found.set(name, selectors.join(' '))
  }
  return found
}

/** What a file calls the classes of a sheet. */
const importedAs = (file: SourceFile, sheet: string): string | undefined =>
  sheetImports(file).find((one) => one.sheet === sheet)?.name

/** The sheets that a file imports, each with the name that it gives to its classes. */
const sheetImports = ({ path, text }: SourceFile): { name: string; sheet: string }[] =>
  [...text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)].map(([, name = '', from = '']) => ({
    name,
    sheet: posix.join(posix.dirname(path), from),
  }))

function reachedComponents(
  { path, text }: SourceFile,
  { sheet, name, reaching }: { sheet: string; name: string; reaching: ReadonlyMap<string, string> },
): string[] {
  const imports = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/(core|dates)'/g)]
  const library = new Set(imports.flatMap(([, names = '']) => names.split(',').map((each) => each.trim())))
  const uses = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
  const problems = uses.flatMap(({ 1: used = '', index }) => {
    const selector = reaching.get(used)
    const component = elementAround(text.slice(0, index)) ?? ''
    if (!selector || !library.has(component) || transparent.has(component)) return []
    return `${path} gives ${component} the class ${used}, and ${sheet} reaches into it with \`${selector}\`: use classNames.`
  })
  return [...new Set(problems)]
}

/** The tag that is open at the end of a text. */
function elementAround(before: string): string | undefined {
  let closed = 0
  for (const [, tag = ''] of [...before.matchAll(/<([A-Za-z]\w*)|<\/|\/>/g)].reverse()) {
    if (tag === '') closed += 1
    else if (closed > 0) closed -= 1
    else return tag
  }
  return undefined
}
