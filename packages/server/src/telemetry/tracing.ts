// Traces by OpenTelemetry (docs/operating/monitoring.md#traces), loaded only if a collector is configured. Each request is a span, and its
// commit is a child span. Each event has its own trace, which begins with the commit and has every delivery attempt, because an attempt may
// come a week after the request and in another process. The trace of the event and that of the request are linked. The ids of an event's
// trace are derived from the event's id. So nothing is stored, and any process can compute them.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { hostname } from 'node:os'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import type { Plan } from '../commit/plan.ts'
import { VERSION } from '../process/version.ts'
import { warnOfOutage } from './outage-log.ts'
import { readTraceparent } from './traceparent.ts'

/** A collector that does not answer must not delay the exit of the process. */
const FLUSH_LIMIT_MS = 2_000

/** Facts of a finished request, as in its log line. */
export interface RequestFacts {
  request_id: string
  method: string
  route: string
  status: number
  code?: string | undefined
  key?: string | undefined
  partner?: string | undefined
  id?: string | undefined
  address: string
  bytes_in: number
  bytes_out: number
}

/** Facts of a finished attempt, as in its log line. */
export interface AttemptFacts {
  delivery: string
  event: string
  webhook: string
  partner: string
  attempt: number
  ok: boolean
  status?: number | undefined
  error?: string | undefined
  duration_ms: number
}

/** Random ids, except for the first span of an event's trace. */
class Ids implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  next: { traceId: string; spanId: string } | null = null

  generateTraceId(): string {
    return this.next?.traceId ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.next?.spanId ?? this.#random.generateSpanId()
  }
}

const idsOf = (event_id: string) => {
  const digest = createHash('sha256').update(event_id).digest('hex')
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}

const below = (parent: Span): Context => trace.setSpan(ROOT_CONTEXT, parent)

const belowRemote = (traceparent: unknown): Context => {
  const found = readTraceparent(traceparent)
  if (!found) return ROOT_CONTEXT
  const { trace_id: traceId, span_id: spanId, isSampled } = found
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })
}

export class Tracing {
  readonly #provider: BasicTracerProvider
  readonly #tracer: ReturnType<BasicTracerProvider['getTracer']>
  readonly #ids = new Ids()
  readonly #current = new AsyncLocalStorage<Context>()

  /**
   * `url` is the address of the collector, for OTLP over HTTP. `process` is the name of this process, if there are several. All other
   * settings are OpenTelemetry's own variables.
   */
  constructor(url: string, environment: string, process: string | undefined, log: Logger) {
    const say = (message: string) => warnOfOutage(log, { reason: message.slice(0, 500) }, 'traces could not be exported')
    const nothing = () => {}
    diag.setLogger(
      { error: say, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
      { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
    )
    const own = resourceFromAttributes({
      'service.name': 'backhaul',
      'service.version': VERSION,
      'deployment.environment.name': environment,
      'host.name': hostname(),
      ...(process !== undefined && { 'backhaul.process': process }),
    })
    this.#provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(own)
        .merge(detectResources({ detectors: [envDetector] })),
      idGenerator: this.#ids,
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }))],
    })
    this.#tracer = this.#provider.getTracer('backhaul')
  }

  begin(method: string, { traceparent }: IncomingHttpHeaders): Span {
    return this.#tracer.startSpan(method, { kind: SpanKind.SERVER }, belowRemote(traceparent))
  }

  /** Runs `work`. Commits made by it belong to the span of the request. */
  within<T>(request: Span, work: () => T): T {
    return this.#current.run(below(request), work)
  }

  /** Like `within`, for work that another process began. `traceparent` comes from that process. */
  withinRemote<T>(traceparent: string | undefined, work: () => T): T {
    return this.#current.run(belowRemote(traceparent), work)
  }

  /** The trace context of the current request, to be passed on to another process. */
  get traceparent(): string | undefined {
    const context = trace.getSpanContext(this.#current.getStore() ?? ROOT_CONTEXT)
    return context && `00-${context.traceId}-${context.spanId}-0${context.traceFlags}`
  }

  end(span: Span, facts: RequestFacts): void {
    span.updateName(`${facts.method} ${facts.route}`)
    span.setAttributes({
      'http.request.method': facts.method,
      'http.route': facts.route,
      'http.response.status_code': facts.status,
      'http.request.body.size': facts.bytes_in,
      'http.response.body.size': facts.bytes_out,
      'client.address': facts.address,
      'backhaul.request_id': facts.request_id,
      'error.type': facts.code,
      'backhaul.key': facts.key,
      'backhaul.partner': facts.partner,
      'backhaul.id': facts.id,
    })
    if (facts.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  /** Writes a plan. Each of its events begins a trace. */
  async commit(plan: Plan, write: () => Promise<boolean>): Promise<boolean> {
    const span = this.#tracer.startSpan('commit', {}, this.#current.getStore() ?? ROOT_CONTEXT)
    try {
      const committed = await write()
      span.setAttribute('backhaul.committed', committed)
      if (committed) for (const { id, type, partner_id } of plan.events ?? []) this.#beginEvent(span, id, type, partner_id)
      return committed
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message })
      throw error
    } finally {
      span.end()
    }
  }

  #beginEvent(commit: Span, event_id: string, type: string, partner: string): void {
    const first = this.#firstOf(event_id, `event ${type}`, commit.spanContext())
    first.setAttributes({ 'backhaul.event': event_id, 'backhaul.event_type': type, 'backhaul.partner': partner })
    commit.addLink({ context: first.spanContext() })
    first.end()
  }

  /** Starts the first span of an event's trace. All processes make the same sampling decision. A span is sent only once it is ended. */
  #firstOf(event_id: string, name: string, cause?: SpanContext): Span {
    this.#ids.next = idsOf(event_id)
    try {
      return this.#tracer.startSpan(
        name,
        { kind: SpanKind.PRODUCER, root: true, ...(cause && { links: [{ context: cause }] }) },
        ROOT_CONTEXT,
      )
    } finally {
      this.#ids.next = null
    }
  }

  /** Records an attempt that has just ended. */
  attempt({ event, duration_ms, ...facts }: AttemptFacts): void {
    const ended_ms = performance.now()
    const first = this.#firstOf(event, 'event')
    const span = this.#tracer.startSpan('attempt', { kind: SpanKind.CLIENT, startTime: ended_ms - duration_ms }, below(first))
    span.setAttributes({
      'http.request.method': 'POST',
      'http.response.status_code': facts.status,
      'error.type': facts.error,
      'backhaul.event': event,
      'backhaul.delivery': facts.delivery,
      'backhaul.webhook': facts.webhook,
      'backhaul.partner': facts.partner,
      'backhaul.attempt': facts.attempt,
    })
    if (!facts.ok) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(ended_ms)
  }

  /** Sends pending spans, within a time limit. */
  async close(): Promise<void> {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_LIMIT_MS).unref())
    await Promise.race([this.#provider.shutdown().catch(() => {}), limit])
  }
}
