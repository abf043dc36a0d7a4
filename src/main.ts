import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// Before anything else is loaded, which makes it grow.
fixNursery();
// As in renderers (src/render/pool/process-resources.ts): files that pass through are no reason to look through all of the heap.
setFlagsFromString('--heap-growing-percent=200');

const { runCommandLine } = await import('./cli/program.ts');
await runCommandLine(process.argv.slice(2));

/**
 * Lets V8's nursery grow fourfold, to 4 MiB, and no further. Left to grow, it holds the buffers of many renders long after their
 * end: a worker took 270 MB for 2,000 rows in place of 142, and no less time. At the one MiB that it begins with, a service that
 * answers requests spends a fifth of its time on collecting garbage.
 */
function fixNursery(): void {
  const begin = nurseryBytes();
  setFlagsFromString('--semi-space-growth-factor=4');
  // It grows when as much as it holds has outlived a collection.
  const living: number[][] = [];
  while (nurseryBytes() <= begin && living.length < 2_000) living.push(new Array<number>(1_000).fill(0));
  setFlagsFromString('--semi-space-growth-factor=1');
}

function nurseryBytes(): number {
  const nursery = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return nursery === undefined ? 0 : nursery.space_used_size + nursery.space_available_size;
}
