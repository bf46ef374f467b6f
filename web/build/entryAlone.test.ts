import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entryAlone } from './entryAlone.ts'

/** An entry that loads a polyfill before the app, in small. */
const sources = {
  'web/index.html': '<!doctype html><script type="module" src="./main.js"></script>',
  'web/main.js': "void import('./polyfill.js').then(() => import('./app.js'))",
  'web/polyfill.js': "globalThis.Temporal = 'polyfill'",
  'web/app.js': "void import('./page.js'); export const time = globalThis.Temporal",
  'web/page.js': "import { time } from './app.js'; document.title = time",
}
const preload = { name: 'preload', test: /vite\/preload-helper/, priority: 1 }
const app = { name: 'app', test: /\/web\/app\.js$/ }

let project: string

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'dugout-entry-'))
  await mkdir(join(project, 'web'))
  for (const [file, text] of Object.entries(sources)) await writeFile(join(project, file), text)
})

afterAll(() => rm(project, { recursive: true }))

const buildWith = (groups: { name: string; test: RegExp }[]) =>
  build({
    root: join(project, 'web'),
    configFile: false,
    logLevel: 'silent',
    plugins: [entryAlone({ modules: ['/web/index.html', '/web/main.js', '/preload-helper.js'] })],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups } } },
    },
  })

it('a build in which the entry loads the app before the polyfill fails, and names what runs too early', async () => {
  await expect(buildWith([app])).rejects.toThrow(/would run before the polyfills: .*\/web\/app\.js/)
})

it('a build in which the entry shares nothing with the app passes', async () => {
  await expect(buildWith([preload, app])).resolves.toBeDefined()
})
