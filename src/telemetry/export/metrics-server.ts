import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** JSON pages beside the metrics, by path: a worker's health checks. */
export type HealthPages = Readonly<Record<string, () => Promise<{ status: number; body: unknown }>>>;

/**
 * Serves only `/metrics`, and the given pages, on a separate port.
 *
 * @throws what listening throws
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
  pages: HealthPages = {},
): Promise<MetricsServer> {
  const writeMetrics = async () => ({ status: 200, type: metrics.contentType, text: await metrics.write() });
  const routes = new Map<string, () => Promise<{ status: number; type: string; text: string }>>([
    ['/metrics', writeMetrics],
    ...Object.entries(pages).map(([path, page]) => [path, () => writeJson(page)] as const),
  ]);
  const server = createServer((request, response) => {
    request.resume();
    const [path] = (request.url ?? '').split('?', 1);
    const write = routes.get(path ?? '');
    if (write === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    write().then(
      ({ status, type, text }) =>
        response
          .writeHead(status, {
            'Content-Type': type,
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
          })
          .end(text),
      () => response.writeHead(500).end(),
    );
  });
  // An open connection must not keep the process alive.
  server.unref();
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function writeJson(page: HealthPages[string]): Promise<{ status: number; type: string; text: string }> {
  const { status, body } = await page();
  return { status, type: 'application/json', text: JSON.stringify(body) };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
