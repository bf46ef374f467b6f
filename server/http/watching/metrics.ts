import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Figures for Prometheus; one registry per process, read at /metrics. */
export interface Metrics {
  readonly registry: Registry
  observeRequest(operation: string, status: number, seconds: number): void
  readonly openStreams: Gauge
  /** 1 after a request came through a proxy while TRUST_PROXY is not set. */
  readonly untrustedProxy: Gauge
  observeRefusal(code: string): void
}

/** The metrics of this process for Prometheus, on a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  const requests = new Counter({
    name: 'dugout_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'dugout_http_request_seconds',
    help: 'Seconds from receiving a request to its answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const openStreams = new Gauge({
    name: 'dugout_event_streams_open',
    help: 'Live event streams that are open; a browser tab has one.',
    registers: [registry],
  })
  const untrustedProxy = new Gauge({
    name: 'dugout_untrusted_proxy',
    help: '1 once a request came through a proxy that TRUST_PROXY does not name: its callers are then counted together.',
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'dugout_refusals_total',
    help: "Requests refused, by the contract's error code.",
    labelNames: ['code'],
    registers: [registry],
  })
  return {
    registry,
    openStreams,
    untrustedProxy,
    observeRefusal: (code) => refusals.inc({ code }),
    observeRequest(operation, status, seconds) {
      requests.inc({ operation, status })
      duration.observe({ operation }, seconds)
    },
  }
}
