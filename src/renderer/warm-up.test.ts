import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { rendererEnvironment, rendererFlags } from './flags.ts';

/** V8 says what it compiles, optimises soon, and does not go on before it has. */
const tracing = ['--trace-wasm-compilation-times', '--wasm-tiering-budget=1000', '--wasm-sync-tier-up'];

/** Warms up as a renderer does, and then reduces a font of a kind that the warm-up does not have. */
const script = `
  const { readFileSync } = await import('node:fs');
  const { FontBook } = await import('../render/fonts/font-book.ts');
  const { ImageCache } = await import('../render/images/image-cache.ts');
  const { subsetGlyphs } = await import('../render/fonts/subset-font.ts');
  const { warmUp } = await import('./warm-up.ts');
  await warmUp(new FontBook(), new ImageCache(1));
  console.log('warm');
  const font = readFileSync('../../node_modules/bwip-js/fonts/Inconsolata.otf');
  for (let each = 1; each <= 5; each++) subsetGlyphs(font, null, [each]);
`;

test('the large function of the subsetter is never optimised, those that are called later are', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...rendererFlags, ...tracing, '--input-type=module', '--eval', script],
    { cwd: import.meta.dirname, env: rendererEnvironment, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  assert.equal(status, 0, stderr);
  const lines = stdout.split('\n');
  const compilations = lines.flatMap((line, index) => {
    const [, compiler, size] = /^Compiled function .* using (\w+),.* bodysize (\d+) /u.exec(line) ?? [];
    return compiler === undefined ? [] : [{ compiler, size: Number(size), index }];
  });
  const large = compilations.filter(({ size }) => size > 100_000);
  assert.deepEqual(
    large.map(({ compiler }) => compiler),
    ['Liftoff'],
  );
  const warm = lines.indexOf('warm');
  assert.ok(warm > 0);
  const later = compilations.filter(({ compiler, index }) => compiler === 'TurboFan' && index > warm);
  assert.ok(later.length > 0);
});
