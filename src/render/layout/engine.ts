import { loadYoga, type Yoga } from 'yoga-layout/load';

let engine: Promise<Yoga> | undefined;

/** The layout engine, which is loaded once: each instance has 16 MiB of memory of its own. */
export async function getEngine(): Promise<Yoga> {
  return await (engine ??= loadYoga());
}
