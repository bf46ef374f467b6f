import { posix } from 'node:path'

/** A file of the project: its path from the root, and its text. */
export interface SourceFile {
  path: string
  text: string
}

const code = /\.(ts|tsx|mjs|cjs|css)$/
const test = /\.(test|e2e)\.tsx?$/
const recordsOfThePast = /^CHANGELOG\.md$|^docs\/decisions\//
const exempt = /\.gen\.ts$|\/migrations\//

/** A file above the cap has more than one subject. */
export function longFiles(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => code.test(path) && !exempt.test(path))
    .map(({ path, text }) => ({ path, lines: lineCount(text), cap: test.test(path) ? 600 : 400 }))
    .filter(({ lines, cap }) => lines > cap)
    .map(
      ({ path, lines, cap }) =>
        `${path} has ${lines} lines; ${cap} is the most. Split it along its subjects.`,
    )
}

/** Files that may be short although one other file imports them, each kind with its reason. */
const mayBeShort = [
  // Stands beside what it tests, and stays out of the product.
  /\.test\.tsx?$|(TestKit|fixtures?)\.ts$|^server\/test\//,
  // One file for each address.
  /^web\/routes\//,
  // The names that a contributor looks for in every feature of the server (CONTRIBUTING.md).
  /^server\/features\/[^/]+\/((routes|queries|commands|policy|product|jobs|emails?)\.ts$|(queries|commands)\/)/,
  // One message each, whose length is that of its text.
  /^server\/.*\/(templates|emails)\//,
]

const shortest = 25

/**
 * A short file that one other file imports is a paragraph torn out of its page. Tests are no second importer. What is
 * loaded by `import()` is a download of its own, and may be short.
 */
export function tornOutFiles(files: SourceFile[]): string[] {
  const importers = importersByFile(files)
  return files
    .filter(({ path, text }) => /^(web|server|shared)\/.*\.tsx?$/.test(path) && lineCount(text) < shortest)
    .filter(({ path }) => !exempt.test(path) && !mayBeShort.some((kind) => kind.test(path)))
    .flatMap(({ path, text }) => {
      const [importer, ...others] = importers.get(path) ?? []
      if (importer === undefined || others.length > 0) return []
      return `${path} has ${lineCount(text)} lines and one importer: merge it into ${importer}.`
    })
}

/** Who imports each file, tests left out; a dynamic import is in the list as an importer of its own. */
function importersByFile(files: SourceFile[]): Map<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    if (!/\.(tsx?|mjs|cjs)$/.test(path) || test.test(path)) continue
    for (const [, dynamic, specifier = ''] of text.matchAll(/\b(?:from|import(\()?)\s*'(\.[^']+)'/g)) {
      const imported = posix.join(posix.dirname(path), specifier)
      const known = importers.get(imported) ?? new Set()
      importers.set(imported, known.add(path))
      if (dynamic) known.add('import()')
    }
  }
  return importers
}

const lineCount = (text: string) => text.split('\n').length - 1

/** Names that say nothing about the contents. */
export function vagueNames(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.split('/').some((part) => /^(utils?|helpers?|common|misc)(\.|$)/i.test(part)))
    .map(({ path }) => `${path} is named after nothing: name it after what it does.`)
}

/**
 * Paths in backticks in the documents, with `<noun>` and `*` standing for any name. What records the past may name files of
 * its day: decision records are never edited.
 */
export function lostPaths(files: SourceFile[]): string[] {
  const paths = files.map(({ path }) => path)
  const roots = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))
  return files
    .filter(({ path }) => path.endsWith('.md') && !recordsOfThePast.test(path))
    .flatMap(({ path, text }) =>
      mentionedPaths(text, roots)
        .filter((mentioned) => !paths.some((existing) => matches(mentioned, existing)))
        .map((mentioned) => `${path} mentions \`${mentioned}\`, which does not exist.`),
    )
}

function mentionedPaths(markdown: string, roots: Set<string | undefined>): string[] {
  const quoted = [...withoutCodeBlocks(markdown).matchAll(/`([^`\s]+)`/g)].map(([, inside = '']) => inside)
  return quoted.filter((inside) => {
    const first = inside.split('/')[0]
    return inside.includes('/') ? roots.has(first) : /^[\w.-]+\.(md|ts|tsx|mjs|cjs|json|yaml)$/.test(inside)
  })
}

/** A name without a folder can be anywhere; a folder exists when it contains a file. */
function matches(mentioned: string, existing: string): boolean {
  const escaped = mentioned
    .replace(/\/$/, '')
    .replace(/[.+^$(){}|[\]\\]/g, '\\$&')
    .replace(/<[^>]*>|\*+/g, '[^/]+')
  return new RegExp(`${mentioned.includes('/') ? '^' : '(^|/)'}${escaped}(/|$)`).test(existing)
}

/** Links between documents, `[text](path#heading)`, whose file or heading does not exist. */
export function lostLinks(files: SourceFile[]): string[] {
  const paths = files.map(({ path }) => path)
  const headings = new Map(
    files.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, anchorsOf(text)]),
  )
  return [...headings.keys()].flatMap((document) =>
    linksOf(files.find(({ path }) => path === document)?.text ?? '')
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? document : posix.join(posix.dirname(document), path)
        if (!paths.some((existing) => existing === target || existing.startsWith(`${target}/`))) return true
        return anchor !== undefined && headings.get(target)?.has(anchor) === false
      })
      .map((link) => `${document} links to ${link}, which does not exist.`),
  )
}

/** Links within the project, outside of code; addresses of other sites are left out. */
const linksOf = (markdown: string): string[] =>
  [...withoutCodeBlocks(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^([a-z]+:|\/)/.test(link))

/** The anchors that GitHub gives to headings. */
const anchorsOf = (markdown: string): ReadonlySet<string> =>
  new Set(
    [...withoutCodeBlocks(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

const withoutCodeBlocks = (markdown: string) => markdown.replace(/^```.*?^```/gms, '')

/** Every decision record has one row in the index of decisions, and a number of its own. */
export function unlistedDecisions(files: SourceFile[]): string[] {
  const index = files.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? ''
  const rows = [...index.matchAll(/^\| \[\d{3}\]\((.+?)\) \|/gm)].map(([, record]) => record)
  const records = files.flatMap(({ path }) => /^docs\/decisions\/(\d{3}-.*\.md)$/.exec(path)?.[1] ?? [])
  const numbers = records.map((record) => record.slice(0, 3))
  return [
    ...records
      .filter((record) => rows.filter((row) => row === record).length !== 1)
      .map((record) => `docs/decisions/README.md needs one row for ${record}.`),
    ...records
      .filter((_, position) => numbers.indexOf(numbers[position] ?? '') !== position)
      .map((record) => `docs/decisions/${record} has the number of another record.`),
  ]
}

/** Rows of docs/spec-map.md that name the same item in the same section: one of them is out of date. */
export function repeatedRows(files: SourceFile[]): string[] {
  const map = files.find(({ path }) => path === 'docs/spec-map.md')?.text ?? ''
  return map.split(/^#+ /m).flatMap((section) => {
    const items = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, item = '']) => item)
    const repeated = items.filter((item, position) => items.indexOf(item) !== position)
    return repeated.map((item) => `docs/spec-map.md has two rows for: ${item}`)
  })
}

/** Every operation is named in at least one test. */
export function untestedOperations(files: SourceFile[], operationIds: string[]): string[] {
  const tests = files.filter(({ path }) => test.test(path)).map(({ text }) => text)
  return operationIds
    .filter((id) => !tests.some((text) => mentions(text, id)))
    .map((id) => `No test mentions the operation ${id}.`)
}

/**
 * Every refusal code is named, in quotes, in a test that reaches it from outside: one of the server or a journey. A unit
 * test of the browser's texts says nothing of the server.
 */
export function untestedCodes(files: SourceFile[], codes: string[]): string[] {
  const tests = files
    .filter(({ path }) => test.test(path) && /^(server|e2e)\//.test(path))
    .map(({ text }) => text)
  const named = new Set(
    tests.flatMap((text) => [...text.matchAll(/['"`](\w+)['"`]/g)].map(([, code]) => code)),
  )
  return codes
    .filter((code) => !named.has(code))
    .map((code) => `No test of the server and no journey names the refusal '${code}'.`)
}

/** Every operation has a row in docs/spec-map.md. */
export function unmappedOperations(files: SourceFile[], operationIds: string[]): string[] {
  const map = files.find(({ path }) => path === 'docs/spec-map.md')?.text ?? ''
  const rows = map.split('\n').filter((line) => line.startsWith('|'))
  return operationIds
    .filter((id) => !rows.some((row) => mentions(row, id)))
    .map((id) => `docs/spec-map.md has no row for the operation ${id}.`)
}

const mentions = (text: string, id: string) => new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text)

/**
 * Journeys that no project of playwright.config.ts runs: the phone leaves out what is tagged for the desktop, the desktop
 * what is tagged for the phone, and the narrow one takes only what is tagged for it.
 */
export function journeysNowhere(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^e2e\/.*\.e2e\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      tagsOfJourneys(text)
        .filter((tags) => tags.includes('@phone') && tags.includes('@desktop') && !tags.includes('@narrow'))
        .map((tags) => `${path} has a journey that runs nowhere: ${tags} shut each other out.`),
    )
}

/** The tags of each journey with those of the `describe` around it, which is closed at the start of a line. */
function tagsOfJourneys(text: string): string[] {
  const tagList = /tag: (\[[^\]]*\]|'[^']*')/g
  const blocks = [...text.matchAll(/^test\.describe\([^\n]*$[\s\S]*?^\}\)/gm)]
  return [...text.matchAll(tagList)].map(({ 1: tags = '', index }) => {
    const block = blocks.find((one) => one.index < index && index < one.index + one[0].length)
    const around = [...(block?.[0].split('\n')[0] ?? '').matchAll(tagList)].map(([, outer]) => outer)
    return [...around, tags].join(' ')
  })
}

/** Absolute paths of one machine. */
export function privatePaths(files: SourceFile[]): string[] {
  const home = /(?<![\w.@:])\/(?:work|home\/\w+|Users\/\w+|root)\/[\w.-]/
  return files
    .filter(({ text }) => home.test(text))
    .map(({ path }) => `${path} names a folder of one machine.`)
}

/** Only the configuration reads and validates settings; `run.ts` only passes PATH on to programs. */
export function strayEnvironmentReads(files: SourceFile[]): string[] {
  const allowed = /^server\/((config|main|admin|auditVerify|backup|db\/embedded\/run)\.ts|test\/)|\.test\.ts$/
  return files
    .filter(
      ({ path, text }) => path.startsWith('server/') && !allowed.test(path) && text.includes('process.env'),
    )
    .map(({ path }) => `${path} reads the environment; server/config.ts is the one place for that.`)
}
