/**
 * What writing PNGs costs, ways side by side on the same pixels: `npm run bench:encode [-- --rounds N]`. The pixels are those of the
 * pages of `bench/workloads`. Prints kilobytes and the median of processor time; read the ratios.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { encodePng } from '../src/render/encode/png/encode-png.ts';
import { start } from './engines/platen.ts';
import { start as startTakumi } from './engines/takumi.ts';
import { loadWorkload, WORKLOADS } from './engines/workload.ts';
import { quantile } from './sample.ts';

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

type Encode = (pixels: Pixels) => Promise<Uint8Array>;

const DENSITY = 96;
const WARM_UP_ROUNDS = 2;

function withSharp(compressionLevel: number, adaptiveFiltering: boolean): Encode {
  return async ({ data, width, height }) =>
    await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel, adaptiveFiltering })
      .toBuffer();
}

const WAYS: Record<string, Encode> = {
  own: (pixels) => Promise.resolve(encodePng({ ...pixels, opaque: true }, DENSITY)),
  'sharp 1': withSharp(1, false),
  'sharp 3': withSharp(3, false),
  'sharp 3, filters': withSharp(3, true),
  'sharp 6, filters': withSharp(6, true),
};

/** Bytes of Takumi's PNG of the same page, whose pixels differ; null where it is not installed. */
async function takumiBytes(workload: string): Promise<number | null> {
  if (!existsSync(new URL('peers/node_modules/@takumi-rs/core', import.meta.url))) return null;
  const engine = await startTakumi(await loadWorkload(workload));
  return (await engine.render('png', 0)).byteLength;
}

async function pagePixels(workload: string): Promise<Pixels> {
  const engine = await start(await loadWorkload(workload));
  const image = sharp(await engine.render('png', 0))
    .toColourspace('srgb')
    .ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(8);

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
for (const workload of WORKLOADS) {
  const pixels = await pagePixels(workload);
  const times = new Map(Object.keys(WAYS).map((name) => [name, [] as number[]]));
  const sizes = new Map<string, number>();
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1)
    for (const [name, encode] of Object.entries(WAYS)) {
      const before = process.cpuUsage();
      sizes.set(name, (await encode(pixels)).byteLength);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times.get(name)?.push((user + system) / 1000);
    }
  console.log(`\n${workload}, ${pixels.width} × ${pixels.height}`);
  for (const [name, series] of times)
    console.log(
      `  ${name.padEnd(24)}${kilobytes(sizes.get(name) ?? 0)} kB${quantile(series, 0.5).toFixed(1).padStart(8)} ms CPU`,
    );
  const theirs = await takumiBytes(workload);
  if (theirs !== null) console.log(`  ${"Takumi's own pixels".padEnd(24)}${kilobytes(theirs)} kB`);
}
// Takumi's threads would keep the process.
process.exit(0);
