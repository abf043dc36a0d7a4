/**
 * Starts metrics and traces. Their libraries are loaded only if they are configured.
 */
import type { HealthPages } from './export/metrics-server.ts';
import type { MetricSources } from './export/metrics.ts';
import type { TraceSettings } from './export/spans.ts';

interface Closable {
  close(): Promise<void>;
}

/**
 * Serves metrics.
 *
 * @param pages the health checks of a worker
 * @returns the port, also for port 0
 * @throws Error with a one-line message if it cannot listen
 */
export async function startMetrics(
  sources: MetricSources,
  { host, port }: { readonly host: string; readonly port: number },
  pages?: HealthPages,
): Promise<Closable & { readonly port: number }> {
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./export/metrics.ts'),
    import('./export/metrics-server.ts'),
  ]);
  const metrics = createMetrics(sources);
  try {
    const server = await serveMetrics(metrics, { host, port }, pages);
    return {
      port: server.port,
      async close() {
        await server.close();
        metrics.close();
      },
    };
  } catch (error) {
    metrics.close();
    throw listenError(error, { host, port });
  }
}

/** The error of a metrics server that cannot listen, in the words of the one for PORT. */
function listenError(cause: unknown, { host, port }: { host: string; port: number }): Error {
  if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
    const remedy = 'stop what listens there, or choose another METRICS_PORT. Every process needs its own.';
    return new Error(`METRICS_PORT=${port} is in use on ${host}: ${remedy}`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `METRICS_HOST=${host}, METRICS_PORT=${port}: cannot listen there (${reason}). ` +
      'METRICS_HOST takes an address of this machine, METRICS_PORT a port that this user may open.',
    { cause },
  );
}

/** Starts to create and send spans. */
export async function startTraces(settings: TraceSettings): Promise<Closable> {
  const { startTracing } = await import('./export/spans.ts');
  return startTracing(settings);
}
