import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../config.ts'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

// A collector that keeps what it gets.
const spans: OtlpSpan[] = []
const headers: unknown[] = []
const services = new Set<unknown>()
const collector = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  headers.push([request.url, request.headers['api-key']])
  for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
    services.add(attributesOf(resource)['service.name'])
    for (const scope of scopeSpans) spans.push(...scope.spans)
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
const attributesOf = ({ attributes }: Pick<OtlpSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

let app: TestApp
beforeAll(async () => {
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  app = await startTestApp({
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=se%2Ccret, other=1',
      OTEL_SERVICE_NAME: 'cages',
      TRUST_PROXY: 'true',
    },
  })
})
afterAll(() => collector.close())

test('requests, their statements and what fails are traced, below what a trusted proxy began, and without what people enter', async () => {
  const { cookie } = await addPerson(app, { role: 'admin' })
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  await app.request('/api/admin/users?search=secret.parent%40example.com', {
    cookie,
    headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-forwarded-for': '203.0.113.9' },
  })
  await app.request('/api/bookings', { json: { note: 'secret.parent@example.com' } })
  const ask = () =>
    new Promise<void>((done) => get(`${app.url}/api/facility`, (answer) => answer.resume().on('end', done)))
  await app.context.tracing?.within('task ask', ask)
  await app.close()

  expect(services).toEqual(new Set(['cages']))
  expect(headers[0]).toEqual(['/v1/traces', 'se,cret'])
  const told = JSON.stringify(spans)
  expect(told).not.toContain('secret.parent')
  const request = spans.find(({ traceId, kind }) => traceId === trace && kind === 2)
  expect(request).toMatchObject({ name: 'GET get_all_users_admin', parentSpanId: '00f067aa0ba902b7' })
  expect(attributesOf(request as OtlpSpan)).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'dugout.operation': 'get_all_users_admin',
    'dugout.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    expect(statement).toMatchObject({ name: expect.stringMatching(/^[a-z]+$/), kind: 3, traceId: trace })
    expect(attributesOf(statement)).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringContaining(statement.name),
    })
  }
  const task = spans.find(({ name }) => name === 'task ask')
  const asked = spans.find(({ parentSpanId }) => parentSpanId === task?.spanId)
  expect(asked).toMatchObject({ name: 'GET 127.0.0.1', kind: 3 })
  expect(attributesOf(asked as OtlpSpan)).toMatchObject({ 'http.response.status_code': 200 })
  const refused = spans
    .map(attributesOf)
    .find((attributes) => Number(attributes['http.response.status_code']) >= 400)
  expect(refused).toMatchObject({ 'http.request.method': 'POST', 'error.type': 'booking_login_required' })
})

test('a collector that is away takes nothing from anybody, and is told once', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const alone = await startTestApp({ log, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } })
  expect((await alone.request('/api/facility')).status).toBe(200)
  await alone.close()
  expect(lines.filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1)
})

test('nothing is traced without a collector, and a list of headers that is none is refused', () => {
  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://x@localhost/x',
    AUTH_SECRET: 'x'.repeat(32),
    AUDIT_KEY: 'y'.repeat(32),
  }
  expect(loadConfig(settings).tracing).toBeNull()
  const refuse = (more: Record<string, string>) => () => loadConfig({ ...settings, ...more })
  expect(refuse({ OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow('OTEL_EXPORTER_OTLP_HEADERS: must be like')
  expect(refuse({ OTEL_EXPORTER_OTLP_HEADERS: 'key=100%' })).toThrow(
    'OTEL_EXPORTER_OTLP_HEADERS: must be like',
  )
  expect(refuse({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
  expect(refuse({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG')
})
