import type { CollectedAssets } from '../assets.ts';
import type { PackedJob } from '../job.ts';
import type { InstalledFace } from './installed-fonts.ts';

/** A job with the files that it needs. */
interface LoadedFiles<Job> {
  readonly job: Job;
  readonly files: CollectedAssets['files'];
}

/** Adds installed fonts to a job. Renderers may not read their folder, so their files go with the job. */
export function addInstalledFonts<Job extends PackedJob>(
  { job, files }: LoadedFiles<Job>,
  faces: readonly InstalledFace[],
): LoadedFiles<Job> {
  if (faces.length === 0) return { job, files };
  const keyed = faces.map((face) => ({ ...face, key: `installed font ${face.hash}` }));
  const references = keyed.map(({ key, hash }) => {
    return [key, { hash, origin: 'template', kind: 'font', variable: null }] as const;
  });
  return {
    job: {
      ...job,
      assets: { ...job.assets, ...Object.fromEntries(references) },
      installedFonts: keyed.map(({ family, weight, style, key }) => ({ family, weight, style, asset: key })),
    },
    files: new Map([...files, ...keyed.map(({ hash, bytes }) => [hash, bytes] as const)]),
  };
}
