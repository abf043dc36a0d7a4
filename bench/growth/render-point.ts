/**
 * Measures one point of the growth of renders in a process of its own, so that its memory is its own:
 * `node bench/growth/render-point.ts NAME AMOUNT`. Prints one line of JSON.
 */
import { createHash } from 'node:crypto';
import { collectAssets } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { renderScene } from '../../src/render/render-scene.ts';
import { quantile } from '../sample.ts';
import { renderSeries } from './render-series.ts';

/** What one render costs. */
export interface GrowthPoint {
  readonly amount: number;
  /** Median of processor time, of all threads, in milliseconds. */
  readonly cpuMs: number;
  /** The most memory that the process ever had beyond what it had before its first render, in megabytes. */
  readonly peakMb: number;
  readonly fileKb: number;
}

/**
 * Processor time before it is measured: V8 compiles what is run often, in threads of its own. Without it, a point of few long renders would
 * have been measured colder than one of many short ones, which looks like growth.
 */
const WARM_UP_MS = 1_500;
/** Then renders are repeated until they took so long together, but at least so often. */
const ENOUGH_MS = 500;
const LEAST_ROUNDS = 3;

const [name = '', given = ''] = process.argv.slice(2);
const series = renderSeries[name];
if (series === undefined) throw new Error(`there is no series "${name}"`);
const amount = Number(given);
const { document, format, picture } = series.make(amount);
const file = await picture?.();
const fonts = new FontBook();

async function renderOnce(): Promise<number> {
  const { scene, sources } = bindTemplate(document, new Map());
  const { assets, files } = await collectAssets(
    { scene, sources },
    {
      readTemplateFile: () =>
        Promise.resolve(
          file === undefined ? null : { hash: createHash('sha256').update(file).digest('hex'), bytes: file },
        ),
      fetchImage: () => Promise.reject(new Error('A benchmark fetches nothing.')),
      maxImageBytes: Infinity,
    },
  );
  const output = { format, dpi: 96, scale: 1, quality: 80 };
  const job = { scene, assets, output, imageMaxPixels: 50_000_000 };
  const bytes = (hash: string): Uint8Array => {
    const found = files.get(hash);
    if (!(found instanceof Uint8Array)) throw new Error(`no bytes of ${hash}`);
    return found;
  };
  // Nothing is kept from render to render but fonts: every picture is decoded anew.
  const { data } = await renderScene(job, bytes, fonts, new ImageCache(1));
  return data.byteLength;
}

const before = process.memoryUsage.rss();
const times: number[] = [];
let fileBytes = 0;
for (let spent = 0, isWarm = false; times.length < LEAST_ROUNDS || spent < ENOUGH_MS;) {
  const start = process.cpuUsage();
  fileBytes = await renderOnce();
  const { user, system } = process.cpuUsage(start);
  await new Promise(setImmediate);
  spent += (user + system) / 1000;
  if (isWarm) times.push((user + system) / 1000);
  else if (spent >= WARM_UP_MS) [isWarm, spent] = [true, 0];
}
const peakMb = Math.max(0, process.resourceUsage().maxRSS * 1024 - before) / 1e6;
const point: GrowthPoint = { amount, cpuMs: quantile(times, 0.5), peakMb, fileKb: fileBytes / 1000 };
console.log(JSON.stringify(point));
