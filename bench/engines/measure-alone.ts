import { ssim } from '@blazediff/ssim';
import sharp from 'sharp';
import { quantile } from '../shared/statistics.ts';
import type { RenderResult } from './child.ts';
import { startEngineProcess, type EngineProcess } from './engine-process.ts';
import type { EngineKind } from './engines.ts';
import type { Format } from './workload.ts';

/** What one render at a time takes. */
export interface AloneResult {
  readonly engine: string;
  readonly format: Format;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Mean of the time on all cores. */
  readonly cpuMs: number;
  /** Median. */
  readonly bytes: number;
  /** Of the engine's processes, over all formats so far. */
  readonly peakMb: number;
  /** Of a lossy image and the same engine's own PNG; null for other formats. */
  readonly ssim: number | null;
}

/** Compiles code and fills caches before rounds count. */
const warmUpMs = 1500;
/** The warm-up has other texts than the rounds. */
const warmUpRound = 100_000;

interface Series {
  readonly engine: string;
  readonly format: Format;
  readonly child: EngineProcess;
  readonly results: RenderResult[];
}

/**
 * Renders each format with each engine once a round. The order shifts by one each round. Returns the engines'
 * versions by their names, too.
 */
export async function measureAlone(
  workload: string,
  engines: readonly EngineKind[],
  formats: readonly Format[],
  rounds: number,
): Promise<{ results: AloneResult[]; versions: Map<string, string> }> {
  const versions = new Map<string, string>();
  const series: Series[] = [];
  const children: EngineProcess[] = [];
  try {
    for (const { name, formats: own } of engines) {
      const child = await startEngineProcess(name, workload);
      children.push(child);
      versions.set(name, child.version);
      for (const format of formats.filter((each) => own.includes(each))) {
        series.push({ engine: name, format, child, results: [] });
      }
    }
    for (const { child, format } of series)
      await child.renderSlice({ format, ms: warmUpMs, inFlight: 1, round: warmUpRound });
    for (let round = 0; round < rounds; round += 1) {
      const first = round % series.length;
      for (const { child, format, results } of [...series.slice(first), ...series.slice(0, first)])
        results.push(await child.render({ format, round, keep: false }));
    }
    const measured: AloneResult[] = [];
    for (const each of series) measured.push(summarise(each, await compareWithPng(each)));
    return { results: measured, versions };
  } finally {
    await Promise.all(children.map(async (child) => await child.stop()));
  }
}

function summarise({ engine, format, results }: Series, similarity: number | null): AloneResult {
  const times = results.map(({ ms }) => ms);
  return {
    engine,
    format,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpuMs: results.reduce((sum, result) => sum + result.cpuMs, 0) / results.length,
    bytes: quantile(
      results.map(({ bytes }) => bytes),
      0.5,
    ),
    peakMb: Math.max(...results.map(({ peakMb }) => peakMb)),
    ssim: similarity,
  };
}

async function compareWithPng({ child, format }: Series): Promise<number | null> {
  if (format !== 'jpeg' && format !== 'webp' && format !== 'avif') return null;
  const decode = async (each: Format): Promise<{ data: Buffer; width: number; height: number }> => {
    const { file } = await child.render({ format: each, round: 1, keep: true });
    if (file === null) throw new Error(`${format} was rendered without its file.`);
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  };
  const [lossy, lossless] = [await decode(format), await decode('png')];
  return ssim(lossless.data, lossy.data, undefined, lossless.width, lossless.height);
}
