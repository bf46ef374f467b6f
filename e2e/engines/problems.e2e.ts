import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, skipWithoutEngine, test } from './fixtures.ts'

skipWithoutEngine()

/** A page with each kind of error that fails a journey. */
const broken = `<!doctype html><head><title>Broken</title></head><body><script nonce="given">
  console.error('a console error')
  setTimeout(() => { throw new Error('an exception') })
  void Promise.reject(new Error('a rejection'))
  fetch('/broken').then(() => { document.title = 'Done' })
</script><script>document.title = 'This must not run'</script></body>`

test('errors on a page are found', async ({ engine }) => {
  const server = createServer(({ url }, answer) => {
    const policy = { 'content-security-policy': "script-src 'nonce-given'" }
    if (url === '/') answer.writeHead(200, { 'content-type': 'text/html', ...policy }).end(broken)
    else if (url === '/broken') answer.writeHead(503).end()
    else answer.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  const page = await engine.open()
  await page.goto(`http://localhost:${port}/`)
  await expect.poll(() => page.run(() => document.title)).toBe('Done')
  await expect.poll(() => page.problems()).toHaveLength(5)
  const problems = (await page.problems()).join('\n')
  for (const problem of [
    /console: a console error/,
    /page: .*an exception/,
    /page: .*a rejection/,
    /page: Content-Security-Policy: .*script-src/,
    /503 http:\/\/localhost:\d+\/broken/,
  ]) {
    expect(problems).toMatch(problem)
  }
  await page.close()
  server.close()
  server.closeAllConnections()
})
