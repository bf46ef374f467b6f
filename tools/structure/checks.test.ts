import { describe, expect, it } from 'vitest'
import {
  journeysNowhere,
  longFiles,
  lostLinks,
  lostPaths,
  privatePaths,
  repeatedRows,
  strayEnvironmentReads,
  tornOutFiles,
  unlistedDecisions,
  unmappedOperations,
  untestedCodes,
  untestedOperations,
  vagueNames,
} from './checks.ts'
import { composedSheets, lostClasses, reachingStyles, repeatedRules } from './styles.ts'

const file = (path: string, text = '') => ({ path, text })
const lines = (count: number) => 'x\n'.repeat(count)

it('finds files above the cap, which is higher for tests and absent for migrations', () => {
  const found = longFiles([
    file('server/a.ts', lines(401)),
    file('server/b.ts', lines(400)),
    file('server/c.test.ts', lines(600)),
    file('e2e/d.e2e.ts', lines(601)),
    file('server/db/migrations/001.ts', lines(900)),
  ])
  expect(found).toEqual([expect.stringContaining('server/a.ts'), expect.stringContaining('e2e/d.e2e.ts')])
})

describe('short files', () => {
  const page = file('web/features/x/Page.tsx', "import { part } from './part.ts'\n")
  const named = (...files: Parameters<typeof tornOutFiles>[0]) => tornOutFiles([page, ...files])

  it('are found when one file imports them', () => {
    expect(named(file('web/features/x/part.ts', lines(24)))).toEqual([
      'web/features/x/part.ts has 24 lines and one importer: merge it into web/features/x/Page.tsx.',
    ])
    expect(named(file('web/features/x/part.ts', lines(25)))).toEqual([])
  })

  it('may have two importers, of which tests are none', () => {
    const part = file('web/features/x/part.ts')
    const reads = "import {\n  part,\n} from '../x/part.ts'\n"
    expect(named(part, file('web/features/y/Other.tsx', reads))).toEqual([])
    expect(named(part, file('tools/other.mjs', "import { part } from '../web/features/x/part.ts'"))).toEqual(
      [],
    )
    expect(named(part, file('web/features/y/x.test.ts', reads))).toHaveLength(1)
    expect(
      named(part, file('e2e/y.e2e.ts', "import { part } from '../web/features/x/part.ts'")),
    ).toHaveLength(1)
  })

  it('may be loaded by a dynamic import, or not at all', () => {
    const loads = file('web/features/x/Page.tsx', "const Part = lazy(() => import('./part.ts'))")
    expect(tornOutFiles([loads, file('web/features/x/part.ts')])).toEqual([])
    expect(tornOutFiles([file('web/main.tsx')])).toEqual([])
  })

  it.each([
    'web/routes/x.tsx',
    'web/routeTree.gen.ts',
    'server/features/x/routes.ts',
    'server/features/x/commands/change.ts',
    'server/features/x/xTestKit.ts',
    'server/test/x.ts',
    'server/db/migrations/001.ts',
  ])('may be %s', (path) => {
    expect(tornOutFiles([file(path), file('server/app.ts', `import '../${path}'`)])).toEqual([])
  })

  it('are not looked for in tools and journeys', () => {
    expect(tornOutFiles([file('tools/a.ts'), file('tools/b.ts', "import './a.ts'")])).toEqual([])
  })
})

it('finds vague names of files and folders', () => {
  const found = vagueNames([file('web/utils/x.ts'), file('server/helpers.ts'), file('web/ui/commonplace.ts')])
  expect(found).toHaveLength(2)
})

it('finds paths in documents that do not exist, also with placeholders, and ignores code blocks', () => {
  const text =
    'See `server/app.ts`, `server/features/<noun>/routes.ts`, `gone.ts`, `server/lost/`, `a/b`.\n```\n`x.ts`\n```\n'
  const found = lostPaths([
    file('README.md', text),
    file('docs/decisions/001-names-files-of-its-day.md', text),
    file('server/app.ts'),
    file('server/features/cages/routes.ts'),
  ])
  expect(found).toEqual([
    'README.md mentions `gone.ts`, which does not exist.',
    'README.md mentions `server/lost/`, which does not exist.',
  ])
})

it('finds links to files and headings that do not exist, also in records of the past', () => {
  const found = lostLinks([
    file('README.md', '[a](docs/a.md#how-it-s-built) [b](docs/a.md#gone) [c](docs) [d](https://x.test/#y)'),
    file('CHANGELOG.md', '[e](docs/gone.md)\n```\n[f](gone.md)\n```'),
    file('docs/a.md', '# How it-s built\n## Its `end`, now\n[g](#its-end-now) [h](../README.md#gone)'),
  ])
  expect(found).toEqual([
    'README.md links to docs/a.md#gone, which does not exist.',
    'CHANGELOG.md links to docs/gone.md, which does not exist.',
    'docs/a.md links to ../README.md#gone, which does not exist.',
  ])
})

it('finds decision records without a row in the index, and numbers that two records have', () => {
  const found = unlistedDecisions([
    file('docs/decisions/README.md', '| [001](001-a.md) | A. | |\n| [002](002-b.md) | B. | |'),
    file('docs/decisions/001-a.md'),
    file('docs/decisions/002-b.md'),
    file('docs/decisions/002-c.md'),
  ])
  expect(found).toEqual([
    'docs/decisions/README.md needs one row for 002-c.md.',
    'docs/decisions/002-c.md has the number of another record.',
  ])
})

it('finds items that have two rows in one section of the map', () => {
  const row = '| toasts | `web/ui/toast.ts` | | built |\n'
  expect(repeatedRows([file('docs/spec-map.md', `# 1\n${row}${row}# 2\n| item | where |\n${row}`)])).toEqual([
    'docs/spec-map.md has two rows for: toasts',
  ])
})

it('finds operations that no test or no row of the map mentions by their full name', () => {
  const files = [
    file('server/a.test.ts', "it('create-booking books')"),
    file('docs/spec-map.md', '| `create-booking` | here |\ncreate is not in a row'),
  ]
  expect(untestedOperations(files, ['create-booking', 'create'])).toEqual([
    'No test mentions the operation create.',
  ])
  expect(unmappedOperations(files, ['create-booking', 'create'])).toHaveLength(1)
})

it('finds refusal codes that no test of the server and no journey names in quotes', () => {
  const files = [
    file('server/a.test.ts', "expect(refusal).toEqual([409, 'slots_taken'])\n// camp_full is not tested"),
    file('e2e/b.e2e.ts', "json: { code: 'camp_full_again' }"),
    file('web/c.test.ts', "errorText('class_full')"),
    file('server/d.ts', "refuse('not_begun')"),
  ]
  const codes = ['slots_taken', 'camp_full', 'camp_full_again', 'class_full', 'not_begun']
  expect(untestedCodes(files, codes)).toEqual([
    "No test of the server and no journey names the refusal 'camp_full'.",
    "No test of the server and no journey names the refusal 'class_full'.",
    "No test of the server and no journey names the refusal 'not_begun'.",
  ])
})

it('finds absolute paths of one machine, but not in URLs', () => {
  const mine = ['', 'home', 'me', 'dugout'].join('/')
  expect(
    privatePaths([file('a.md', mine), file('b.md', 'https://x.test/home/page and ./work/x')]),
  ).toHaveLength(1)
})

it('finds settings that are read outside the configuration', () => {
  const read = 'const port = process.env.PORT'
  expect(strayEnvironmentReads([file('server/app.ts', read), file('server/config.ts', read)])).toHaveLength(1)
})

it('finds journeys whose tags shut each other out', () => {
  const journey = (tags: string) => file('e2e/day.e2e.ts', `test('x', { tag: ${tags} }, async () => {})`)
  expect(journeysNowhere([journey("['@phone', '@desktop']")])).toHaveLength(1)
  expect(journeysNowhere([journey("['@phone', '@quick']")])).toEqual([])
  expect(journeysNowhere([journey("['@narrow', '@desktop', '@phone']")])).toEqual([])
  const inside =
    "test.describe('axe', { tag: '@desktop' }, () => {\n  test('x', { tag: '@phone' }, () => {})\n})\n"
  expect(journeysNowhere([file('e2e/d.e2e.ts', inside)])).toHaveLength(1)
  const after = `${inside.replace('@phone', '@quick')}test('y', { tag: '@phone' }, () => {})\n`
  expect(journeysNowhere([file('e2e/d.e2e.ts', after)])).toEqual([])
})

describe('styles that reach into components of the library', () => {
  const sheet = file(
    'web/x/Day.module.css',
    '.row > span {}\n.switch {\n  & label {\n    color: red;\n  }\n}',
  )
  const page = (body: string) =>
    file(
      'web/x/Day.tsx',
      `import { Switch, UnstyledButton } from '@mantine/core'\nimport classes from './Day.module.css'\n${body}`,
    )

  it.each([
    'const a = <Switch className={classes.switch} />',
    "const a = <Switch size='md' label={<span>Monday</span>} className={classes.switch ?? ''} />",
    "const a = <Switch classNames={{ root: classes.switch ?? '' }} />",
  ])('are found: %s', (body) => {
    expect(reachingStyles([sheet, page(body)])).toContain(
      'web/x/Day.tsx gives Switch the class switch, and web/x/Day.module.css reaches into it with `.switch & label`: use classNames.',
    )
  })

  it.each([
    'const a = <div className={classes.switch}><Switch /></div>',
    'const a = <Switch className={classes.other} />',
    'const a = <UnstyledButton className={classes.switch} />',
  ])('are not: %s', (body) => {
    expect(reachingStyles([sheet, page(body)])).toEqual([])
  })
})

it('finds a class composed from another sheet, whose colors the build would lose', () => {
  const composed = '.pill {\n  composes: pill from "../../ui/pills.module.css";\n}'
  expect(composedSheets([file('web/x/Day.module.css', composed)])).toHaveLength(1)
  expect(composedSheets([file('web/x/Day.module.css', '.pill {\n  composes: card;\n}')])).toEqual([])
})

it('finds a class that its sheet does not have, and one that no file takes', () => {
  const sheet = file(
    'web/x/Day.module.css',
    '.row {\n  top: 0.5rem;\n}\n.tile:global(.tabler-icon) > b {\n  left: 0;\n}\n/* .old */',
  )
  const page = (body: string) =>
    file('web/x/Day.tsx', `import classes from './Day.module.css'\nimport '../classes.ts'\n${body}`)
  expect(lostClasses([sheet, page('const a = [classes.row, classes.tile]')])).toEqual([])
  expect(lostClasses([sheet, page('const a = <Day classNames={classes} />')])).toEqual([])
  expect(lostClasses([sheet, page('const a = classes[kind]')])).toEqual([])
  expect(lostClasses([sheet, page('const a = [classes.row, classes.title]')])).toEqual([
    'web/x/Day.tsx takes the class title, which web/x/Day.module.css does not have.',
    'web/x/Day.module.css has the class tile, which no file takes.',
  ])
})

it('finds a rule of four declarations that a second sheet repeats', () => {
  const sheet = (name: string, css: string) => file(`web/x/${name}.module.css`, css)
  const day = sheet('Day', '.day {\n  top: 0;\n  left: 0;\n  color: red;\n  width: 1px;\n}')
  const week = sheet(
    'Week',
    '.a {\n  & b {\n    left: 0;\n    top: 0;\n    width: 1px;\n    color: red;\n  }\n}',
  )
  expect(repeatedRules([day, week], 0)).toHaveLength(1)
  expect(repeatedRules([day, week], 1)).toEqual([])
  expect(repeatedRules([day, sheet('Year', '.year {\n  top: 0;\n  left: 0;\n  color: red;\n}')], 0)).toEqual(
    [],
  )
})
