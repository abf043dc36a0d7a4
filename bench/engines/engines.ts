import type { StartEngine } from './engine.ts';
import type { Format } from './workload.ts';

/** A way to keep two cores busy. */
export interface Setup {
  readonly processes: number;
  /** Renders in flight in each process. */
  readonly inFlight: number;
}

export interface EngineKind {
  readonly name: string;
  /** Its name in tables. */
  readonly title: string;
  readonly formats: readonly Format[];
  /** Loads the engine's code, inside its own process. */
  readonly load: () => Promise<StartEngine>;
  /** All are measured when cores are busy; the best counts. */
  readonly setups: readonly Setup[];
  /** Its processes get the flags and the environment of the service's renderers. */
  readonly asRenderer?: true;
}

const raster: readonly Format[] = ['png', 'jpeg', 'webp'];
const all: readonly Format[] = [...raster, 'pdf'];
const own: readonly Format[] = [...raster, 'avif', 'svg', 'pdf'];
const twoProcesses: Setup = { processes: 2, inFlight: 1 };

/** The engines that are compared, each run as its documentation recommends. */
export const engines: readonly EngineKind[] = [
  {
    name: 'platen',
    title: 'Platen',
    formats: own,
    load: async () => (await import('./platen.ts')).start,
    setups: [twoProcesses],
    asRenderer: true,
  },
  {
    name: 'platen-uncached',
    title: 'Platen, no caches',
    formats: own,
    load: async () => (await import('./platen.ts')).startUncached,
    setups: [twoProcesses],
    asRenderer: true,
  },
  {
    name: 'takumi',
    title: 'Takumi',
    formats: raster,
    load: async () => (await import('./takumi.ts')).start,
    // Its own threads can use two cores from one process.
    setups: [twoProcesses, { processes: 1, inFlight: 4 }, { processes: 2, inFlight: 2 }],
  },
  {
    name: 'satori',
    title: 'satori + resvg-js',
    formats: [...raster, 'svg'],
    load: async () => (await import('./satori.ts')).start,
    setups: [twoProcesses],
  },
  {
    name: 'sharp',
    title: 'sharp, encoding only',
    // Takumi and Chromium write no AVIF.
    formats: ['avif'],
    load: async () => (await import('./sharp.ts')).start,
    setups: [twoProcesses],
  },
  {
    name: 'chromium',
    title: 'Chromium, same page',
    formats: all,
    load: async () => (await import('./chromium.ts')).startReused,
    setups: [twoProcesses],
  },
  {
    name: 'chromium-new-page',
    title: 'Chromium, new page',
    formats: all,
    load: async () => (await import('./chromium.ts')).startFresh,
    setups: [twoProcesses],
  },
];

/** Throws for an unknown name. */
export function findEngine(name: string): EngineKind {
  const found = engines.find((engine) => engine.name === name);
  if (found === undefined) {
    throw new Error(`There is no engine ${name}, only ${engines.map((each) => each.name).join(', ')}.`);
  }
  return found;
}
