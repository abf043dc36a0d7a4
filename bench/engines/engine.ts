/**
 * What the benchmark asks of an engine, and what engines share.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BUNDLED_FAMILIES } from '../../src/render/fonts/catalogue.ts';
import type { Format, Workload } from './workload.ts';

/** An engine that is ready for one page: fonts and pictures are loaded, as far as it can keep them. */
export interface Engine {
  /** Its name and version, and those of its parts. */
  readonly version: string;
  /** Makes the file of the page with the values of this round. */
  render(format: Format, round: number): Promise<Uint8Array>;
  /** The process that all its other processes descend from, where it has some. */
  readonly processId?: number;
  close(): Promise<void>;
}

/** Makes an engine ready for a page. */
export type StartEngine = (workload: Workload) => Promise<Engine>;

export interface FontFile {
  readonly weight: number;
  readonly data: Buffer;
}

const peers = createRequire(new URL('../peers/package.json', import.meta.url));

/** A package of `bench/peers`, which has no types here: the benchmark alone installs it. */
export function loadPeer(name: string): unknown {
  return peers(name);
}

/** The version of a package of `bench/peers`. */
export async function peerVersion(name: string): Promise<string> {
  const file = new URL(`../peers/node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

/** The files of Inter that the pages take, the same for every engine. */
export async function readFonts(workload: Workload): Promise<FontFile[]> {
  const weights = new Set(
    workload.document.elements.map((element) =>
      element.type === 'text' ? (element.fontWeight ?? 400) : 400,
    ),
  );
  const faces = BUNDLED_FAMILIES.find(({ name }) => name === 'Inter')?.faces ?? [];
  return await Promise.all(
    faces
      .filter(({ weight, style }) => style === 'normal' && weights.has(weight))
      .map(async ({ path, weight }) => ({ weight, data: await readFile(path) })),
  );
}
