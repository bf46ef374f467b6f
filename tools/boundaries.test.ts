import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = dirname(import.meta.dirname)

/** For every rule of .dependency-cruiser.cjs an import that breaks it: [rule, importing file, statement]. */
const violations = [
  [
    'no-type-cycles',
    'server/types-one.ts',
    "import type { Two } from './types-two.ts'\nexport type One = Two | 1",
  ],
  ['no-cycles', 'server/ring-two.ts', "import { one } from './ring.ts'\nexport const two = () => one"],
  ['every-import-is-found', 'server/lost.ts', "import './nowhere.ts'"],
  ['shared-imports-nothing-else', 'shared/domain/heavy.ts', "import 'kysely'"],
  ['server-never-imports-web', 'server/page.ts', "import '../web/page.tsx'"],
  [
    'web-never-imports-server',
    'web/page.tsx',
    "import type { A } from '../server/target.ts'\nexport const a: A = <b />",
  ],
  ['sandbox-has-one-entrance', 'server/inside.ts', "import type { A } from '../sandbox/target.ts'"],
  ['product-runs-without-sandbox', 'server/needing.ts', "import '../sandbox/sandbox.ts'"],
  ['sandbox-knows-only-database-and-clock', 'sandbox/knowing.ts', "import '../server/http/target.ts'"],
  ['product-imports-no-tool', 'server/tooled.ts', "import '../tools/target.ts'"],
  ['product-imports-no-test', 'server/tested.ts', "import './test/target.ts'"],
  ['queries-and-commands-know-no-http', 'server/features/x/queries.ts', "import '../../http/target.ts'"],
  ['db-knows-no-feature', 'server/db/x.ts', "import '../features/x/queries.ts'"],
  ['platform-knows-no-feature', 'server/http/x.ts', "import '../features/camps/target.ts'"],
  ['features-never-climb', 'server/features/payments/climbs.ts', "import '../camps/target.ts'"],
  [
    'features-never-climb',
    'server/features/payments/climbsByType.ts',
    "import type { A } from '../camps/target.ts'\nexport type B = A",
  ],
  ['features-never-climb', 'server/features/classes/peer.ts', "import '../camps/target.ts'"],
  ['features-never-climb', 'server/features/unlisted/index.ts', "import '../../target.ts'"],
  ['only-the-root-composes', 'server/features/camps/root.ts', "import '../../features.ts'"],
  ['ui-knows-no-domain', 'web/ui/x.tsx', "import '../../shared/target.ts'\nexport const x = <b />"],
  ['components-know-no-feature', 'web/components/x.tsx', "import '../features/target.ts'"],
  ['features-know-no-surface', 'web/features/x.tsx', "import '../surfaces/target.ts'"],
  ['site-knows-no-staff', 'web/ui/y.ts', "import './staff/target.ts'"],
  ['web-features-never-climb', 'web/features/cages/climbs.ts', "import '../bookings/page.ts'"],
  [
    'web-features-never-climb',
    'web/features/payments/climbsByType.ts',
    "import type { A } from '../bookings/page.ts'\nexport type B = A",
  ],
  ['web-features-never-climb', 'web/features/lessons/peer.ts', "import '../bookings/page.ts'"],
  ['web-features-never-climb', 'web/features/unlisted/page.ts', "import '../target.ts'"],
  ['site-knows-no-staff', 'web/surfaces/site/x.ts', "import '../admin/target.ts'"],
  ['site-knows-no-staff', 'web/features/cages/list.ts', "import './staff/page.ts'"],
  ['site-knows-no-staff', 'web/routes/_site/x.ts', "import '../../ui/staff/kit.ts'"],
  ['only-shared-time-knows-temporal', 'server/when.ts', "import 'temporal-polyfill'"],
] as const

const innocent = {
  'sandbox/sandbox.ts': 'export type A = 1',
  'server/naming.ts': "import type { A } from '../sandbox/sandbox.ts'\nexport const a: A = 1",
  'server/ring.ts': "import { two } from './ring-two.ts'\nexport const one = () => two",
  'server/features.ts': "import './features/camps/target.ts'",
  'server/features/camps/down.ts': "import '../payments/target.ts'\nimport './target.ts'",
  'server/features/payments/climbs.test.ts': "import '../camps/target.ts'",
  'server/types-two.ts': "import { type One } from './types-one.ts'\nexport type Two = One | 2",
  'server/context.ts': "import type { Sold } from './sold.ts'\nexport type Context = Sold | 1",
  'server/sold.ts': "import { type Context } from './context.ts'\nexport type Sold = Context | 2",
  'web/features/account/down.ts': "import '../bookings/page.ts'\nimport './tab.ts'",
  'web/features/account/tab.ts': 'export type A = 1',
  'web/features/bookings/page.ts': 'export type A = 1',
  'web/routes/admin/x.ts': "import '../../features/cages/staff/page.ts'",
  'web/features/cages/staff/page.ts': "import '../../../ui/staff/kit.ts'",
  'web/ui/staff/kit.ts': 'export type A = 1',
  'web/surfaces/admin/target.ts': "import '../../features/cages/staff/page.ts'",
}
const targets = [
  'server',
  'sandbox',
  'server/features/camps',
  'server/features/payments',
  'server/http',
  'server/test',
  'shared',
  'tools',
  'web/features',
  'web/surfaces',
  'web/ui/staff',
]

let project: string
let found: { rule: string; from: string }[]

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'dugout-boundaries-'))
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  await write('package.json', '{ "type": "module" }')
  for (const file of ['.dependency-cruiser.cjs', 'tools/boundaries-parser.cjs']) {
    await mkdir(dirname(join(project, file)), { recursive: true })
    await copyFile(join(root, file), join(project, file))
  }
  for (const folder of targets) await write(`${folder}/target.ts`, 'export type A = 1')
  for (const [file, text] of Object.entries(innocent)) await write(file, text)
  for (const [, file, text] of violations) await write(file, text)
  found = await cruise()
}, 30_000)

afterAll(() => rm(project, { recursive: true }))

it.each(violations)('the boundary %s is seen when %s crosses it', (rule, file) => {
  expect(found).toContainEqual({ rule, from: file })
})

it('every rule has a violation here', async () => {
  const config = await import('../.dependency-cruiser.cjs')
  const rules: string[] = config.default.forbidden.map(({ name }: { name: string }) => name)
  expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(rules))
})

it('only the context may be in a cycle of types', () => {
  const ofContext = ({ from }: { from: string }) => /^server\/(context|sold)\.ts$/.test(from)
  expect(found.filter(ofContext)).toEqual([])
})

it('the product may import types of the sandbox', () => {
  expect(found.filter(({ from }) => from === 'server/naming.ts')).toEqual([])
})

it('a feature may import lower ones, and tests may import any', () => {
  const allowed = ['server/features/camps/down.ts', 'server/features/payments/climbs.test.ts']
  expect(found.filter(({ from }) => allowed.includes(from))).toEqual([])
})

it('a feature of the browser may import lower ones', () => {
  expect(found.filter(({ from }) => from.startsWith('web/features/account/'))).toEqual([])
})

it('staff pages may import staff code', () => {
  expect(found.filter(({ from }) => /\/(admin|staff)\//.test(from))).toEqual([])
})

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, file)), { recursive: true })
  await writeFile(join(project, file), text)
}

function cruise(): Promise<typeof found> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [
    program,
    '--no-progress',
    '--output-type',
    'json',
    'shared',
    'server',
    'sandbox',
    'web',
    'tools',
  ]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: project, maxBuffer: 50_000_000 }, (_error, stdout) => {
      const { violations: list } = JSON.parse(stdout).summary
      resolve(
        list.map((one: { rule: { name: string }; from: string }) => ({
          rule: one.rule.name,
          from: one.from,
        })),
      )
    })
  })
}
