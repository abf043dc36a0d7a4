/**
 * For a container's health check: exits with 0 where this process's service says that it is alive, else with 1 and the reason.
 * Asks `/healthz`, or the address that is given: workers serve none but their metrics.
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
