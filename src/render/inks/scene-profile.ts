/** The printing condition of a scene. */
import { DEFAULT_CONDITION } from '../../common/colors/printing-conditions.ts';
import { RenderInputError } from '../errors.ts';
import type { RenderJob } from '../job.ts';
import { conditionOf, readProfile, standardProfile, type PrintingCondition } from './condition-profiles.ts';
import { nameOfProfile, openProfile, ProfileError, type OutputProfile } from './output-profile.ts';

/** A profile, its file, and what it is of. */
export interface SceneProfile {
  readonly profile: OutputProfile;
  readonly bytes: Uint8Array;
  /** What tells it from other profiles. */
  readonly key: string;
  readonly condition: PrintingCondition;
}

/** The last file that was opened: a batch has one for all rows. */
let last: { readonly hash: string; readonly profile: SceneProfile } | undefined;

/**
 * Opens the profile of a job.
 *
 * @throws RenderInputError for a file that is no profile of a printing condition
 */
export function openSceneProfile(
  { scene, assets }: Pick<RenderJob, 'scene' | 'assets'>,
  assetBytes: (hash: string) => Uint8Array,
): SceneProfile {
  const { outputProfile = { name: DEFAULT_CONDITION } } = scene;
  if ('name' in outputProfile) {
    const { name } = outputProfile;
    return {
      profile: standardProfile(name),
      bytes: readProfile(name),
      key: name,
      condition: conditionOf(name),
    };
  }
  const { path, asset } = outputProfile;
  const reference = assets[asset];
  if (reference === undefined) throw new Error(`the job has no asset ${asset}`);
  const { hash } = reference;
  if (last?.hash !== hash) last = { hash, profile: openFile(assetBytes(hash), path, hash) };
  return last.profile;
}

function openFile(bytes: Uint8Array, path: string, key: string): SceneProfile {
  try {
    const profile = openProfile(bytes);
    const name = nameOfProfile(bytes);
    return { profile, bytes, key, condition: findCondition(name, path) };
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new RenderInputError('file', null, `${error.message}.`, `The profile "${path}"`);
  }
}

/** Registered conditions by the names of the profiles that their owners publish. */
const published: readonly (readonly [name: RegExp, condition: PrintingCondition])[] = [
  [/^PSO ?coated ?v3(?:\.icc)?$/iu, { identifier: 'FOGRA51', info: 'Premium coated paper (FOGRA51)' }],
  [/^PSO ?uncoated ?v3\b.*$/iu, { identifier: 'FOGRA52', info: 'Wood-free uncoated paper (FOGRA52)' }],
  [/^ISO ?coated ?v2\b.*$/iu, { identifier: 'FOGRA39', info: 'Coated paper (FOGRA39)' }],
  [/^PSO ?uncoated ISO12647\b.*$/iu, { identifier: 'FOGRA47', info: 'Uncoated white paper (FOGRA47)' }],
];

function findCondition(name: string, path: string): PrintingCondition {
  const found = published.find(([pattern]) => pattern.test(name.replaceAll('_', ' ')));
  return found?.[1] ?? { identifier: 'Custom', info: name === '' ? path : name };
}
