import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BUNDLED_FAMILIES } from '../../src/render/fonts/bundled-fonts.ts';
import type { Format, Workload } from './workload.ts';

/** An engine that is ready for one page: fonts and images are loaded if the engine can keep them. */
export interface Engine {
  /** The names and versions of its packages. */
  readonly version: string;
  /** Renders the page with the values of this round. */
  render(format: Format, round: number): Promise<Uint8Array>;
  /** The parent of the engine's processes, if it has any. */
  readonly processId?: number;
  close(): Promise<void>;
}

export type StartEngine = (workload: Workload) => Promise<Engine>;

export interface FontFile {
  readonly weight: number;
  readonly data: Buffer;
}

const peers = createRequire(new URL('./peers/package.json', import.meta.url));

/** Loads a package of `peers/`. It has no types, since it is only installed when engines are compared. */
export function loadPeer(name: string): unknown {
  return peers(name);
}

/** The version of a package of `peers/`. */
export async function peerVersion(name: string): Promise<string> {
  const file = new URL(`./peers/node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

/** The font files of Inter that a page uses, the same for every engine. */
export async function readFonts(workload: Workload): Promise<FontFile[]> {
  const weights = new Set(
    (workload.document.elements ?? []).map((element) =>
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
