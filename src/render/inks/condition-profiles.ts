/** The profiles of printing conditions that are part of Platen: see profiles/README.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_CONDITION, type ConditionName } from '../../common/colors/printing-conditions.ts';
import { openProfile, type OutputProfile } from './output-profile.ts';

/** What an output intent says of a condition. */
export interface PrintingCondition {
  /** Its name in the ICC's registry; of another condition, `Custom`. */
  readonly identifier: string;
  readonly info: string;
}

const conditions: Readonly<Record<ConditionName, PrintingCondition & { readonly file: string }>> = {
  FOGRA39: {
    file: 'fogra39.icc',
    identifier: 'FOGRA39',
    info: 'Offset printing on coated paper, ISO 12647-2:2004/Amd 1 (FOGRA39)',
  },
  FOGRA47: {
    file: 'fogra47.icc',
    identifier: 'FOGRA47',
    info: 'Offset printing on uncoated white paper, ISO 12647-2:2004/Amd 1 (FOGRA47)',
  },
  GRACoL2013: {
    file: 'GRACoL2013_CRPC6.icc',
    identifier: 'CGATS21-2-CRPC6',
    info: 'Premium coated paper, GRACoL 2013 (CGATS 21-2 CRPC6)',
  },
  SWOP2013: {
    file: 'SWOP2013C3_CRPC5.icc',
    identifier: 'CGATS21-2-CRPC5',
    info: 'Publication printing on coated paper, SWOP 2013 C3 (CGATS 21-2 CRPC5)',
  },
};

/** What an output intent says of a condition by its name. */
export function conditionOf(name: ConditionName): PrintingCondition {
  return conditions[name];
}

const files = new Map<ConditionName, Buffer>();
const opened = new Map<ConditionName, OutputProfile>();

/** The file of a profile. It is read once. */
export function readProfile(name: ConditionName): Buffer {
  let file = files.get(name);
  if (file === undefined) {
    file = readFileSync(join(import.meta.dirname, 'profiles', conditions[name].file));
    files.set(name, file);
  }
  return file;
}

/** The profile of a condition; default: FOGRA39. */
export function standardProfile(name: ConditionName = DEFAULT_CONDITION): OutputProfile {
  let profile = opened.get(name);
  if (profile === undefined) opened.set(name, (profile = openProfile(readProfile(name))));
  return profile;
}
