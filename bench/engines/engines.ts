/**
 * The engines that are measured, and how each is run at its best.
 */
import type { StartEngine } from './engine.ts';
import type { Format } from './workload.ts';

/** Ways to keep two cores busy. */
export interface Crew {
  readonly processes: number;
  /** Renders that each process has in hand at a time. */
  readonly inFlight: number;
}

export interface EngineKind {
  readonly name: string;
  /** What tables call it. */
  readonly title: string;
  readonly formats: readonly Format[];
  /** Loads the engine's code, in the process that is its own. */
  readonly load: () => Promise<StartEngine>;
  /** Tried in turn for renders a second; the best counts. */
  readonly crews: readonly Crew[];
  /** Its processes are started as the service starts its renderers. */
  readonly asRenderer?: true;
}

const raster: readonly Format[] = ['png', 'jpeg', 'webp'];
const all: readonly Format[] = [...raster, 'pdf'];
const twoProcesses: Crew = { processes: 2, inFlight: 1 };

export const ENGINES: readonly EngineKind[] = [
  {
    name: 'platen',
    title: 'Platen',
    formats: all,
    load: async () => (await import('./platen.ts')).start,
    crews: [twoProcesses],
    asRenderer: true,
  },
  {
    name: 'platen-afresh',
    title: 'Platen, all made each time',
    formats: all,
    load: async () => (await import('./platen.ts')).startAfresh,
    crews: [twoProcesses],
    asRenderer: true,
  },
  {
    name: 'takumi',
    title: 'Takumi',
    formats: raster,
    load: async () => (await import('./takumi.ts')).start,
    // It has threads of its own.
    crews: [twoProcesses, { processes: 1, inFlight: 4 }, { processes: 2, inFlight: 2 }],
  },
  {
    name: 'satori',
    title: 'satori + resvg-js',
    formats: raster,
    load: async () => (await import('./satori.ts')).start,
    crews: [twoProcesses],
  },
  {
    name: 'chromium',
    title: 'Chromium, one page kept',
    formats: all,
    load: async () => (await import('./chromium.ts')).startReused,
    crews: [twoProcesses],
  },
  {
    name: 'chromium-new-page',
    title: 'Chromium, a new page each time',
    formats: all,
    load: async () => (await import('./chromium.ts')).startFresh,
    crews: [twoProcesses],
  },
];

/** The engine of this name. */
export function findEngine(name: string): EngineKind {
  const found = ENGINES.find((engine) => engine.name === name);
  if (found === undefined) {
    throw new Error(`no engine ${name}; there are ${ENGINES.map((engine) => engine.name).join('; ')}`);
  }
  return found;
}
