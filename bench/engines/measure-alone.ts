/**
 * One render at a time with nothing beside it, engines in turn.
 */
import { ssim } from '@blazediff/ssim';
import sharp from 'sharp';
import { quantile } from '../sample.ts';
import type { RenderAnswer } from './child.ts';
import { startEngineProcess, type EngineProcess } from './engine-process.ts';
import type { EngineKind } from './engines.ts';
import type { Format } from './workload.ts';

/** What an engine takes for a file, alone. */
export interface AloneFigures {
  readonly engine: string;
  readonly format: Format;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Mean time on all processors. */
  readonly cpuMs: number;
  /** Median. */
  readonly bytes: number;
  /** Of the engine's processes, all formats so far. */
  readonly peakMb: number;
  /** Of lossy pictures against the same engine's own PNG; null for the others. */
  readonly ssim: number | null;
}

/** Before it counts, each engine makes each format for so long: programs are compiled, caches filled. */
const WARM_UP_MS = 1500;
/** Texts of other rounds than those that count. */
const WARM_UP_ROUND = 100_000;

interface Series {
  readonly engine: string;
  readonly format: Format;
  readonly child: EngineProcess;
  readonly answers: RenderAnswer[];
}

/**
 * Renders each format with each engine once a round, the order turned about by one each round. Returns the figures, and the
 * engines' versions by their names.
 */
export async function measureAlone(
  workload: string,
  engines: readonly EngineKind[],
  formats: readonly Format[],
  rounds: number,
): Promise<{ figures: AloneFigures[]; versions: Map<string, string> }> {
  const versions = new Map<string, string>();
  const series: Series[] = [];
  const children: EngineProcess[] = [];
  try {
    for (const { name, formats: own } of engines) {
      const child = await startEngineProcess(name, workload);
      children.push(child);
      versions.set(name, child.version);
      for (const format of formats.filter((each) => own.includes(each))) {
        series.push({ engine: name, format, child, answers: [] });
      }
    }
    for (const { child, format } of series)
      await child.renderSlice({ format, ms: WARM_UP_MS, inFlight: 1, round: WARM_UP_ROUND });
    for (let round = 0; round < rounds; round += 1) {
      const first = round % series.length;
      for (const { child, format, answers } of [...series.slice(first), ...series.slice(0, first)])
        answers.push(await child.render({ format, round, keep: false }));
    }
    const figures: AloneFigures[] = [];
    for (const each of series) figures.push(summarise(each, await compareWithPng(each)));
    return { figures, versions };
  } finally {
    await Promise.all(children.map(async (child) => await child.stop()));
  }
}

function summarise({ engine, format, answers }: Series, likeness: number | null): AloneFigures {
  const times = answers.map(({ ms }) => ms);
  return {
    ...{ engine, format },
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpuMs: answers.reduce((sum, answer) => sum + answer.cpuMs, 0) / answers.length,
    bytes: quantile(
      answers.map(({ bytes }) => bytes),
      0.5,
    ),
    peakMb: Math.max(...answers.map(({ peakMb }) => peakMb)),
    ssim: likeness,
  };
}

async function compareWithPng({ child, format }: Series): Promise<number | null> {
  if (format !== 'jpeg' && format !== 'webp') return null;
  const decode = async (each: Format): Promise<{ data: Buffer; width: number; height: number }> => {
    const { file } = await child.render({ format: each, round: 1, keep: true });
    if (file === null) throw new Error('no file came');
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  };
  const [lossy, lossless] = [await decode(format), await decode('png')];
  return ssim(lossless.data, lossy.data, undefined, lossless.width, lossless.height);
}
