/**
 * PNG encoders on the same pixels: those of the pages in `workloads/`. Prints the size and the median of CPU
 * time.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { encodePng } from '../../src/render/encode/png/encode-png.ts';
import { median } from '../shared/statistics.ts';
import { ownCpuMs } from '../shared/processes.ts';
import { start as startPlaten } from './platen.ts';
import { start as startTakumi } from './takumi.ts';
import { loadWorkload, workloads } from './workload.ts';

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

type Encode = (pixels: Pixels) => Promise<Uint8Array>;

const dpi = 96;
const warmUpRounds = 2;

const encoders: Readonly<Record<string, Encode>> = {
  platen: (pixels) => Promise.resolve(encodePng({ ...pixels, opaque: true }, dpi)),
  'sharp 1': withSharp(1, false),
  'sharp 3': withSharp(3, false),
  'sharp 3, filters': withSharp(3, true),
  'sharp 6, filters': withSharp(6, true),
};

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '9' } } });
  for (const workload of workloads) {
    const pixels = await pagePixels(workload);
    console.log(`\n${workload}, ${pixels.width} × ${pixels.height}`);
    const series = Object.entries(encoders).map(([name, encode]) => ({
      name,
      encode,
      bytes: 0,
      cpuMs: [] as number[],
    }));
    for (let round = -warmUpRounds; round < Number(values.rounds); round += 1) {
      for (const each of series) {
        const before = ownCpuMs();
        each.bytes = (await each.encode(pixels)).byteLength;
        if (round >= 0) each.cpuMs.push(ownCpuMs() - before);
      }
    }
    for (const { name, bytes, cpuMs } of series)
      console.log(`  ${name.padEnd(24)}${kilobytes(bytes)} kB${median(cpuMs).toFixed(1).padStart(8)} ms CPU`);
    const takumi = await takumiBytes(workload);
    if (takumi !== null) console.log(`  ${'Takumi, its own pixels'.padEnd(24)}${kilobytes(takumi)} kB`);
  }
  // Takumi's threads would keep the process running.
  process.exit(0);
}

function withSharp(compressionLevel: number, adaptiveFiltering: boolean): Encode {
  return async ({ data, width, height }) =>
    await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel, adaptiveFiltering })
      .toBuffer();
}

async function pagePixels(workload: string): Promise<Pixels> {
  const engine = await startPlaten(await loadWorkload(workload));
  const image = sharp(await engine.render('png', 0))
    .toColourspace('srgb')
    .ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The size of Takumi's PNG of the same page, whose pixels differ; null where Takumi is not installed. */
async function takumiBytes(workload: string): Promise<number | null> {
  if (!existsSync(new URL('peers/node_modules/@takumi-rs/core', import.meta.url))) return null;
  const engine = await startTakumi(await loadWorkload(workload));
  return (await engine.render('png', 0)).byteLength;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(8);
}
