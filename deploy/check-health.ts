/**
 * A container's health check: exits with 0 if the process is well, otherwise with 1 and the reason. Asks the
 * given URL; without one `/healthz` of the service, or where nothing listens at PORT `/readyz` of a worker,
 * at METRICS_PORT.
 */
const { PORT: port = '8080', METRICS_PORT: metricsPort = '' } = process.env;
const [given] = process.argv.slice(2);

try {
  await ask(given ?? `http://127.0.0.1:${port}/healthz`).catch(async (error: unknown) => {
    if (given !== undefined || metricsPort === '' || !isRefused(error)) throw error;
    await ask(`http://127.0.0.1:${metricsPort}/readyz`);
  });
} catch (error) {
  console.error(error instanceof Error ? describe(error) : String(error));
  process.exitCode = 1;
}

async function ask(address: string): Promise<void> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(4_000) });
    const body = await response.text();
    if (!response.ok) throw new Error(`it answered ${response.status} ${body.slice(0, 500)}`);
  } catch (error) {
    throw new Error(address, { cause: error });
  }
}

/** Nothing listens there. */
function isRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
  return false;
}

function describe({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${describe(cause)}` : message;
}
