import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

import { PDFName, PDFString } from 'pdf-lib';
import type { PDFDocument, PDFRef } from 'pdf-lib';

import { srgbProfile } from '../encode/srgb-profile.ts';
import type { PageStandard } from './conformance.ts';

/** A compressed ICC profile. */
interface PackedProfile {
  readonly deflated: Uint8Array;
  readonly components: 3 | 4;
}

/** The profiles of output intents and colours. */
export interface Profiles {
  readonly srgb: PackedProfile;
  /** Offset printing on coated paper: FOGRA39, see profiles/README.md. */
  readonly coated: PackedProfile;
}

const condition = {
  srgb: { identifier: 'sRGB IEC61966-2.1', info: 'sRGB IEC61966-2.1' },
  coated: {
    identifier: 'FOGRA39',
    info: 'Offset printing on coated paper, ISO 12647-2:2004/Amd 1 (FOGRA39)',
  },
} as const;

let loading: Promise<Profiles> | undefined;

/** Loads the profiles; they are read once. */
export function loadProfiles(): Promise<Profiles> {
  loading ??= readProfiles();
  return loading;
}

async function readProfiles(): Promise<Profiles> {
  const pack = (profile: Uint8Array, components: 3 | 4) => ({
    deflated: deflateSync(profile, { level: 9 }),
    components,
  });
  const coated = await readFile(join(import.meta.dirname, 'profiles', 'fogra39.icc'));
  return { srgb: pack(await srgbProfile(), 3), coated: pack(coated, 4) };
}

/** Adds a profile to a document. */
export function embedProfile({ context }: PDFDocument, { deflated, components }: PackedProfile): PDFRef {
  return context.register(
    context.stream(deflated, {
      N: components,
      Alternate: components === 3 ? 'DeviceRGB' : 'DeviceCMYK',
      Filter: 'FlateDecode',
    }),
  );
}

/**
 * Declares the target of the page: `srgb` for screens, `coated` for a printing press. Each standard has its
 * own intent, all with the same profile (ISO 19005-2, 6.2.3). PDF/A's intent is no claim to conform, so every
 * file for screens has it: it defines the colours.
 */
export function addOutputIntents(
  document: PDFDocument,
  target: keyof Profiles,
  profile: PDFRef,
  standards: readonly PageStandard[],
): void {
  const { context } = document;
  const { identifier, info } = condition[target];
  const kinds: string[] = target === 'srgb' || standards.includes('PDF/A-2b') ? ['GTS_PDFA1'] : [];
  if (standards.includes('PDF/X-4')) kinds.push('GTS_PDFX');
  const intents = kinds.map((kind) =>
    context.register(
      context.obj({
        Type: 'OutputIntent',
        S: kind,
        OutputCondition: PDFString.of(info),
        OutputConditionIdentifier: PDFString.of(identifier),
        RegistryName: PDFString.of('http://www.color.org'),
        Info: PDFString.of(info),
        DestOutputProfile: profile,
      }),
    ),
  );
  document.catalog.set(PDFName.of('OutputIntents'), context.obj(intents));
}
