import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSample } from '../../bench/sample.ts';
import { makeDataDir, startService } from '../../bench/served/service.ts';
import { playOverload } from './play.ts';
import { openProbeLink } from './probe-link.ts';

/** What does not depend on how busy the machine is; `npm run test:overload` measures the rest. */
test('a service that is asked for three times what it can do turns the rest away, and goes on', async () => {
  const sample = await loadSample('name-badge');
  const { dataDir, remove } = await makeDataDir();
  const probe = await openProbeLink();
  const service = await startService(dataDir, probe.nodeArguments);
  try {
    const result = await playOverload(service, probe, {
      ...{ sample: 'name-badge', seed: 1, seconds: 5, baseSeconds: 2, factor: 3, calmFactor: Infinity },
      values: (number) => sample.values(number),
    });
    assert.deepEqual(result.wrong, []);
    assert.equal(result.rendered + result.turnedAway, result.sent);
    assert.ok(result.rendered > 0);
    assert.ok(Number.isFinite(result.recoveryMs), 'it recovers');
    assert.ok(result.stalls.longestMs > 0, 'the probe is in place');
  } finally {
    probe.close();
    await service.stop();
    await remove();
  }
});
