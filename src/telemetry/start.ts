/**
 * Metrics and traces of a process, where its settings ask for them: nothing is loaded for what they do not.
 */
import type { MetricSources } from './export/metrics.ts';
import type { TraceSettings } from './export/spans.ts';

interface Closable {
  close(): Promise<void>;
}

/**
 * Tells metrics at a port from now on.
 *
 * @returns the port, which is another one where 0 was given
 * @throws Error of one line where that cannot be listened on
 */
export async function startMetrics(
  sources: MetricSources,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Closable & { readonly port: number }> {
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./export/metrics.ts'),
    import('./export/metrics-server.ts'),
  ]);
  const metrics = createMetrics(sources);
  try {
    const server = await serveMetrics(metrics, { host, port });
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
      `METRICS_HOST=${host}, METRICS_PORT=${port}: cannot listen there (${reason}). Every process needs a port of its own.`,
      { cause: error },
    );
  }
}

/** Makes and sends spans from now on. */
export async function startTraces(settings: TraceSettings): Promise<Closable> {
  const { startTracing } = await import('./export/spans.ts');
  return startTracing(settings);
}
