/**
 * A container's health check: exits with 0 if the service answers, otherwise with 1 and the reason. Requests
 * `/healthz` or the given URL: workers serve only metrics.
 */
const [address = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}/healthz`] = process.argv.slice(2);

try {
  const response = await fetch(address, { signal: AbortSignal.timeout(4_000) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`it answered ${response.status}`);
} catch (error) {
  console.error(`${address}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
