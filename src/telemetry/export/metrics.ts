/**
 * The metrics of a process in Prometheus' format. Their names are public: docs/metrics.md and deploy/ use
 * them.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  callbackAttempted,
  webhookAttempted,
  quotaRefused,
  renderFailed,
  renderFailureReasons,
  requestAnswered,
  rowsRecorded,
  stageEnded,
} from '../events.ts';
import { createCachedReader } from '../../async/cached-reader.ts';
import { watchEventLoop } from './event-loop.ts';
import { gaugeProcess, type ProcessSources } from './process-gauges.ts';

/** What gauges read at each scrape. */
export interface MetricSources extends ProcessSources {
  /** From the database: equal in every process. */
  readonly service: () => Promise<ServiceStats>;
}

interface ServiceStats {
  readonly jobs: Readonly<Record<string, number>>;
  readonly rowsWaiting: number;
  readonly callbacksDue: number;
  readonly pausedEndpoints: number;
}

export interface Metrics {
  readonly contentType: string;
  /** Current values. Those of the database are missing if it does not answer. */
  write(): Promise<string>;
  close(): void;
}

/** Seconds: a health check to the longest batch submission. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const stageBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Below the timeouts of scrapers (10 s by default) and of health checks. */
const databaseTimeoutMs = 2_000;

const jobStates = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'];

/** Starts to measure. Counters start at 0. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stopListening = countEvents(registry);
  gaugeProcess(registry, sources);
  gaugeService(registry, sources);
  const eventLoop = watchEventLoop();
  new Gauge({
    name: 'platen_event_loop_delay_seconds',
    help: 'How late the event loop was in the last 15 to 30 s; quantile 1 is the longest delay.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const [quantile, seconds] of Object.entries(eventLoop.read())) this.set({ quantile }, seconds);
    },
  });
  return {
    contentType: registry.contentType,
    write: () => registry.metrics(),
    close() {
      for (const stop of stopListening) stop();
      eventLoop.close();
      registry.clear();
    },
  };
}

/** Creates the metrics that count events. Returns what removes the listeners. */
function countEvents(registry: Registry): (() => void)[] {
  const registers = [registry];
  const requests = new Counter({
    name: 'platen_http_requests_total',
    help:
      'Requests by operation (or pattern of the path) and status of the answer; "gone" where nobody ' +
      'waited for one. The reason "origin": the server of an image has failed.',
    labelNames: ['operation', 'status', 'reason'],
    registers,
  });
  const durations = new Histogram({
    name: 'platen_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: requestBuckets,
    registers,
  });
  const stages = new Histogram({
    name: 'platen_render_stage_duration_seconds',
    help: 'Parts of renders, single ones and rows of batches.',
    labelNames: ['stage', 'format'],
    buckets: stageBuckets,
    registers,
  });
  const rateRefusals = new Counter({
    name: 'platen_rate_refusals_total',
    help: 'Requests that were refused because there were too many.',
    registers,
  });
  const quotaRefusals = new Counter({
    name: 'platen_quota_refusals_total',
    help: "Renders and batches that were refused because too little of the workspace's month was left.",
    registers,
  });
  const callbacks = new Counter({
    name: 'platen_callbacks_total',
    help: 'Attempts at callbacks: delivered, refused (another follows), given_up, or suppressed (paused).',
    labelNames: ['outcome'],
    registers,
  });
  const webhooks = new Counter({
    name: 'platen_webhooks_total',
    help: 'Attempts at webhooks: delivered, refused (another follows), given_up, or suppressed (paused).',
    labelNames: ['outcome'],
    registers,
  });
  const failures = new Counter({
    name: 'platen_render_failures_total',
    help: 'Renders that failed, single ones and rows of batches, by whose fault it was.',
    labelNames: ['reason'],
    registers,
  });
  const rows = new Counter({
    name: 'platen_batch_rows_total',
    help: 'Rows of batches whose outcome this process has recorded: completed or failed.',
    labelNames: ['outcome'],
    registers,
  });
  // Present from the start, so that the first increase is visible.
  for (const reason of renderFailureReasons) failures.inc({ reason }, 0);
  for (const outcome of ['delivered', 'refused', 'given_up', 'suppressed']) {
    callbacks.inc({ outcome }, 0);
    webhooks.inc({ outcome }, 0);
  }
  for (const outcome of ['completed', 'failed']) rows.inc({ outcome }, 0);
  return [
    requestAnswered.listen(({ operation, status, isRateRefusal, isOriginFailure, durationMs }) => {
      const name = operation ?? 'none';
      const labels = { operation: name, status: status ?? 'gone' };
      requests.inc(isOriginFailure ? { ...labels, reason: 'origin' } : labels);
      durations.observe({ operation: name }, durationMs / 1_000);
      if (isRateRefusal) rateRefusals.inc();
    }),
    stageEnded.listen(({ stage, format, durationMs }) =>
      stages.observe({ stage, format }, durationMs / 1_000),
    ),
    renderFailed.listen((reason) => failures.inc({ reason })),
    rowsRecorded.listen(({ completed, failed }) => {
      rows.inc({ outcome: 'completed' }, completed);
      rows.inc({ outcome: 'failed' }, failed);
    }),
    quotaRefused.listen(() => quotaRefusals.inc()),
    callbackAttempted.listen((outcome) => callbacks.inc({ outcome })),
    webhookAttempted.listen((outcome) => webhooks.inc({ outcome })),
  ];
}

/** Creates the metrics of the whole service. */
/** Several gauges and several scrapers share one read. */
const statsCacheMs = 2_000;

function gaugeService(registry: Registry, { service }: MetricSources): void {
  const registers = [registry];
  const read = createCachedReader(service, { timeoutMs: databaseTimeoutMs, cacheMs: statsCacheMs });
  new Gauge({
    name: 'platen_database_up',
    help: 'Whether the database answers with the figures of the service: 1 or 0.',
    registers,
    async collect() {
      this.set((await read()) === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'platen_batch_jobs',
    help: 'Batch jobs that there are, by state, in the whole service.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const stats = await read();
      if (stats === null) return;
      for (const state of jobStates) this.set({ state: state.toLowerCase() }, stats.jobs[state] ?? 0);
    },
  });
  addServiceGauge(
    'platen_batch_rows_waiting',
    'Rows without an outcome of active batch jobs, in the whole service.',
    (stats) => stats.rowsWaiting,
  );
  addServiceGauge(
    'platen_callbacks_due',
    'Callbacks whose next attempt should have begun, in the whole service.',
    (stats) => stats.callbacksDue,
  );
  addServiceGauge(
    'platen_callback_endpoints_paused',
    'Endpoints of callbacks that are paused, in the whole service.',
    (stats) => stats.pausedEndpoints,
  );

  function addServiceGauge(name: string, help: string, pick: (stats: ServiceStats) => number): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const stats = await read();
        // Not 0, which would mean that nothing waits.
        if (stats === null) this.remove();
        else this.set(pick(stats));
      },
    });
  }
}
