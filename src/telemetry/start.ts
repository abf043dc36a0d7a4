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
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `METRICS_HOST=${host}, METRICS_PORT=${port}: cannot listen there (${reason}). ` +
        'Every process needs its own port.',
      { cause: error },
    );
  }
}

/** Starts to create and send spans. */
export async function startTraces(settings: TraceSettings): Promise<Closable> {
  const { startTracing } = await import('./export/spans.ts');
  return startTracing(settings);
}
