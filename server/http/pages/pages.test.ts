import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCamp } from '../../features/camps/campTestKit.ts'
import { siteOf } from '../../features.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** The addresses of the web app's routes, with an id where there is one. */
const routes = readdirSync('web/routes', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !/(^|\/)(\$|_\w+)\.tsx$/.test(file))
  .map((file) => `/${file.replace(/^_\w+\//, '')}`)
  .map((path) => path.replace(/([./]?index)?\.tsx$/, ''))
  .map((path) => path.replaceAll(/_?\./g, '/').replace('$kind', 'camp').replace(/\$\w+/, UNKNOWN) || '/')

test('the server knows the pages that the web app has, and no others', () => {
  const { isPage } = siteOf(app.context)
  expect(routes.length).toBeGreaterThan(10)
  for (const path of routes) expect(isPage(path), path).toBe(true)
  expect(isPage('/Book-Cage/'), 'as the router reads it').toBe(true)
  expect(isPage(`/a${'/'.repeat(300_000)}b`), 'in a moment').toBe(false)
  for (const path of ['/nowhere', '/book-coach', '/camps/a/b', '/account/profile', '/admin/nothing'])
    expect(isPage(path), path).toBe(false)
})

test('a page answers 200; a path without a page answers 404 and the app, which redirects home', async () => {
  for (const path of [
    '/',
    '/book-cage',
    '/contact/',
    '/unsubscribe?email=a@b.example',
    `/camps/${await addCampId()}`,
  ])
    expect((await app.request(path)).status, path).toBe(200)

  for (const path of [
    '/nowhere',
    '/wp-admin/setup',
    '/index.html',
    '/camps/nothing',
    `/classes/${UNKNOWN}`,
  ]) {
    const response = await app.request(path)
    expect(response.status, path).toBe(404)
    expect(response.headers.get('content-type'), path).toContain('text/html')
    expect(response.headers.get('content-security-policy'), path).toContain("script-src 'self' 'nonce-")
    expect(await response.text(), path).toContain('name="robots" content="noindex"')
  }
})

test('without scripts a page that the browser draws says what is there, and the ways on', async () => {
  const read = async (path: string) => {
    const html = await (await app.request(path)).text()
    return /<noscript>([\s\S]*?)<\/noscript>/.exec(html)?.[1] ?? ''
  }
  const nothing = await read('/nowhere')
  expect(nothing).toContain('<h1>Page Not Found</h1>')
  expect(nothing).toContain('<a href="/">Home</a>')
  expect(nothing).toContain('<a href="tel:4095550142">Call (409) 555-0142</a>')
  expect(await read('/account')).toContain('<h1>Please Switch On JavaScript</h1>')
  expect(await read('/unsubscribe')).toContain('<h1>This Link Is Not Complete</h1>')

  const asked = await read('/unsubscribe?email=a%22%3Cb%3E%40b.example&signature=s')
  expect(asked).toContain('<p>No more news and offers to a&quot;&lt;b&gt;@b.example.</p>')
  expect(asked).toMatch(/<form method="post" action="\/api\/unsubscribe\/one-click\?[^"<>]+">/)
})

const addCampId = async (): Promise<string> => (await addCamp(app.db)).id

test.each([
  '/nothing.png',
  '/assets/nothing.js',
  '/.git/config',
  '/.env',
  '/.well-known/security.txt',
  '/camps/a.php',
])('%s is a missing file: a plain 404, and no page', async (path) => {
  const response = await app.request(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toContain('text/plain')
  expect((await app.request(path, { method: 'HEAD' })).status).toBe(404)
})

test('/favicon.ico, which browsers request unasked, is an icon', async () => {
  const response = await app.request('/favicon.ico')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^image\//)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
})

test('the manifest has the facility’s name and icons, and the worker may fetch only from here', async () => {
  const manifest = await app.request('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  const { name, display, icons } = (await manifest.json()) as Record<string, unknown>
  expect([name, display]).toEqual(['Golden Triangle Batting Cages', 'standalone'])
  expect(icons).toContainEqual(expect.objectContaining({ src: '/apple-touch-icon.png' }))
  for (const size of [192, 512]) {
    expect(icons).toContainEqual(
      expect.objectContaining({ src: `/icon-${size}.png`, sizes: `${size}x${size}` }),
    )
    const picture = sharp(await readFile(`web/public/icon-${size}.png`))
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: size, height: size })
  }
  const worker = await app.request('/sw.js')
  if (worker.status === 404) return
  expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
  expect(worker.headers.get('cache-control')).toBe('no-cache')
})
