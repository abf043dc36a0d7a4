import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSample } from '../../bench/shared/sample.ts';
import { makeDataDir, startService } from '../../bench/shared/service.ts';
import { measureOverload } from './measure.ts';
import { openProbeConnection } from './connection.ts';

/** Checks only what does not depend on the machine's load; `npm run test:overload` measures the rest. */
test('at three times its capacity, the service answers the excess with 503 and recovers', async () => {
  const sample = await loadSample('name-badge');
  const { dataDir, remove } = await makeDataDir();
  const probe = await openProbeConnection();
  const service = await startService(dataDir, { nodeArguments: probe.nodeArguments });
  try {
    const result = await measureOverload(service, probe, {
      sample: 'name-badge',
      seed: 1,
      seconds: 5,
      baseSeconds: 2,
      factor: 3,
      recoveredFactor: Infinity,
      values: (number) => sample.values(number),
    });
    assert.deepEqual(result.unexpected, []);
    assert.equal(result.rendered + result.rejected, result.sent);
    assert.ok(result.rendered > 0);
    assert.ok(Number.isFinite(result.recoveryMs), 'it recovers');
    assert.ok(result.stalls.longestMs > 0, 'the probe measures');
  } finally {
    probe.close();
    await service.stop();
    await remove();
  }
});
