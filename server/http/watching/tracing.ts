/** Traces for OpenTelemetry, where an operator names a collector (docs/operations.md, Traces). Nothing of it is loaded otherwise. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Attributes, Span } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'
import type { Logger } from 'pino'
import type { TracingConfig } from '../../config.ts'
import { version } from '../../version.ts'

/** A request as its span tells it. Its address and body stay out: they may contain what a person entered. */
export interface RequestOutcome {
  readonly method: string
  readonly operation: string
  readonly requestId: string
  readonly status: number
  readonly refusal: string | undefined
}

export interface Tracing {
  /**
   * Runs a task or a delivery within a span of its own. What it asks of the database and of other servers is below it. An error
   * is named by its code or class, never by its message.
   */
  within<T>(name: string, work: () => Promise<T>): Promise<T>
  /**
   * The same for a request.
   *
   * @param parent the W3C `traceparent` of a trusted proxy, which began the trace.
   */
  request(work: () => Promise<void>, outcome: () => RequestOutcome, parent?: string): Promise<void>
  /** Notes a statement below what sent it: its text, never its values. */
  statement(event: LogEvent): void
  /** Sends what is left, for at most `EXPORT_MILLISECONDS`. */
  stop(): Promise<void>
}

const EXPORT_MILLISECONDS = 3_000
const MOST_TEXT = 2_000

export async function startTracing(
  { endpoint, headers, serviceName, ratio }: TracingConfig,
  log: Logger,
): Promise<Tracing> {
  const [api, core, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_MILLISECONDS,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MILLISECONDS })],
  })
  let told = false
  const unsent = (error: unknown) => {
    if (!told) log.warn({ reason: String(error) }, 'traces cannot be sent')
    told = true
  }
  core.setGlobalErrorHandler(unsent)
  const tracer = provider.getTracer('dugout', version)
  const current = new AsyncLocalStorage<Span>()
  const above = (span: Span | undefined, remote?: string) => {
    if (span) return api.trace.setSpan(api.ROOT_CONTEXT, span)
    const began = remote === undefined ? null : core.parseTraceParent(remote)
    if (!began) return api.ROOT_CONTEXT
    return api.trace.setSpanContext(api.ROOT_CONTEXT, { ...began, isRemote: true })
  }

  const failed = (span: Span, error: unknown) => {
    const { code, name = 'Error' } = (error ?? {}) as { code?: unknown; name?: string }
    span.setAttribute('error.type', typeof code === 'string' ? code : name)
    span.setStatus({ code: api.SpanStatusCode.ERROR })
  }

  async function run<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await current.run(span, work)
    } catch (error) {
      failed(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  /** A span of something outside that has ended after so many milliseconds. */
  function note(parent: Span, name: string, milliseconds: number, attributes: Attributes, error?: unknown) {
    const end = Date.now()
    const options = { kind: api.SpanKind.CLIENT, startTime: end - milliseconds, attributes }
    const span = tracer.startSpan(name, options, above(parent))
    if (error !== undefined) failed(span, error)
    span.end(end)
  }

  // Requests to other servers, such as Stripe's and a bucket's.
  const collector = new URL(endpoint).host
  const asked = new WeakMap<ClientRequest, { parent: Span; started: number }>()
  const onAsked = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    const parent = current.getStore()
    // The next batch is sent from wherever a span ended: it is no work of that request.
    if (parent && request.getHeader('host') !== collector)
      asked.set(request, { parent, started: performance.now() })
  }
  const onAnswered = (message: unknown) => {
    const { request, response, error } = message as {
      request: ClientRequest
      response?: IncomingMessage
      error?: unknown
    }
    const known = asked.get(request)
    if (!known) return
    asked.delete(request)
    note(
      known.parent,
      `${request.method} ${request.host}`,
      performance.now() - known.started,
      {
        'http.request.method': request.method,
        'server.address': request.host,
        ...(response?.statusCode && { 'http.response.status_code': response.statusCode }),
      },
      error,
    )
  }
  const channels = [
    ['http.client.request.start', onAsked],
    ['http.client.response.finish', onAnswered],
    ['http.client.request.error', onAnswered],
  ] as const
  for (const [channel, listener] of channels) subscribe(channel, listener)

  return {
    within: (name, work) => run(tracer.startSpan(name, {}, above(current.getStore())), work),
    request: (work, outcome, parent) => {
      const span = tracer.startSpan('request', { kind: api.SpanKind.SERVER }, above(undefined, parent))
      return run(span, async () => {
        await work()
        const { method, operation, requestId, status, refusal } = outcome()
        span.updateName(`${method} ${operation}`)
        span.setAttributes({
          'http.request.method': method,
          'http.response.status_code': status,
          'dugout.operation': operation,
          'dugout.request_id': requestId,
          ...(status >= 400 && { 'error.type': refusal ?? String(status) }),
        })
        if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      })
    },
    statement({ query, queryDurationMillis, ...event }) {
      const parent = current.getStore()
      if (!parent) return
      const text = query.sql.trim()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MOST_TEXT) }
      const name = /^\w+/.exec(text)?.[0].toLowerCase() ?? 'statement'
      note(parent, name, queryDurationMillis, attributes, event.level === 'error' ? event.error : undefined)
    },
    async stop() {
      for (const [channel, listener] of channels) unsubscribe(channel, listener)
      await provider.shutdown().catch(unsent)
    },
  }
}
