import { expect, it } from 'vitest'
import {
  longFiles,
  lostPaths,
  privatePaths,
  strayEnvironmentReads,
  unmappedOperations,
  untestedOperations,
  vagueNames,
} from './checks.ts'

const file = (path: string, text = '') => ({ path, text })
const lines = (count: number) => 'x\n'.repeat(count)

it('finds files over the cap, which is higher for tests and absent for migrations', () => {
  const found = longFiles([
    file('server/a.ts', lines(401)),
    file('server/b.ts', lines(400)),
    file('server/c.test.ts', lines(600)),
    file('e2e/d.e2e.ts', lines(601)),
    file('server/db/migrations/001.ts', lines(900)),
  ])
  expect(found).toEqual([expect.stringContaining('server/a.ts'), expect.stringContaining('e2e/d.e2e.ts')])
})

it('finds names that say nothing, of files and of folders', () => {
  const found = vagueNames([file('web/utils/x.ts'), file('server/helpers.ts'), file('web/ui/commonplace.ts')])
  expect(found).toHaveLength(2)
})

it('finds paths in documents that do not exist, also with placeholders, and leaves code blocks alone', () => {
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

it('finds operations that no test and no row of the map mentions by their whole name', () => {
  const files = [
    file('server/a.test.ts', "it('create-booking books')"),
    file('docs/spec-map.md', '| `create-booking` | here |\ncreate is not in a row'),
  ]
  expect(untestedOperations(files, ['create-booking', 'create'])).toEqual([
    'No test mentions the operation create.',
  ])
  expect(unmappedOperations(files, ['create-booking', 'create'])).toHaveLength(1)
})

it('finds folders of one machine, and not the parts of web addresses', () => {
  const mine = ['', 'home', 'me', 'dugout'].join('/')
  expect(
    privatePaths([file('a.md', mine), file('b.md', 'https://x.test/home/page and ./work/x')]),
  ).toHaveLength(1)
})

it('finds settings that are read past the configuration', () => {
  const read = 'const port = process.env.PORT'
  expect(strayEnvironmentReads([file('server/app.ts', read), file('server/config.ts', read)])).toHaveLength(1)
})
