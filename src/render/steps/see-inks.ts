/** The step that shows inks through a profile of the template. */
import { seeThrough } from '../bind/palette.ts';
import { inkColor, inksOf, toProcess } from '../inks/ink-color.ts';
import { openSceneProfile } from '../inks/scene-profile.ts';
import type { RenderJob } from '../job.ts';

/**
 * The job with its colours in inks as the profile of its folder shows them. Binding knows the profiles that
 * are part of Platen, but reads no file. Other jobs stay as they are.
 *
 * @throws RenderInputError for a file that is no profile of a printing condition
 */
export function seeInks(job: RenderJob, assetBytes: (hash: string) => Uint8Array): RenderJob {
  const { outputProfile } = job.scene;
  if (outputProfile === undefined || 'name' in outputProfile) return job;
  const { profile } = openSceneProfile(job, assetBytes);
  const { running, others } = job.scene;
  // Headers and footers are bound once the number of pages is known.
  for (const each of [running, ...(others ?? []).map((scene) => scene.running)])
    if (each !== undefined) seeThrough(each.source.document, profile);
  const scene = replaceColors(job.scene, (color) => {
    const inks = inksOf(color);
    if (inks === null) return color;
    const seen = profile.see(toProcess(inks)).map((byte) => byte.toString(16).padStart(2, '0'));
    return inkColor(`#${seen.join('')}${color.slice(7, 9)}`, inks);
  });
  return { ...job, scene };
}

/** A value with other colours in inks. What has none stays the same object, which caches know. */
function replaceColors<T>(value: T, replace: (color: string) => string): T {
  if (typeof value === 'string') return (inkText.test(value) ? replace(value) : value) as T;
  if (Array.isArray(value)) {
    const replaced = value.map((each: unknown) => replaceColors(each, replace));
    return (replaced.every((each, index) => each === value[index]) ? value : replaced) as T;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).map(([key, each]) => [key, replaceColors(each, replace)] as const);
  const isSame = entries.every(([key, each]) => each === (value as Record<string, unknown>)[key]);
  return isSame ? value : (Object.fromEntries(entries) as T);
}

const inkText = /^#[0-9a-f]{8} \{"cmyk":\[/u;
