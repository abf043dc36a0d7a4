import { deflateSync } from 'node:zlib';

import { PDFName, PDFString } from 'pdf-lib';
import type { PDFDocument, PDFRef } from 'pdf-lib';

import { RenderInputError } from '../errors.ts';
import { srgbProfile } from '../encode/srgb-profile.ts';
import type { PrintingCondition } from '../inks/condition-profiles.ts';
import type { SceneProfile } from '../inks/scene-profile.ts';
import type { PageStandard } from './conformance.ts';
import { textString } from '../text-string.ts';

/** A compressed ICC profile. */
interface PackedProfile {
  readonly deflated: Uint8Array;
  readonly components: 3 | 4;
}

const srgbCondition: PrintingCondition = { identifier: 'sRGB IEC61966-2.1', info: 'sRGB IEC61966-2.1' };

let loading: Promise<PackedProfile> | undefined;

/** Loads the profile of sRGB; it is read once. */
export function loadSrgb(): Promise<PackedProfile> {
  loading ??= srgbProfile().then((profile) => pack(profile, 3));
  return loading;
}

const packed = new WeakMap<Uint8Array, PackedProfile>();

/** Compresses the profile of a printing condition, once for each file. */
function packProfile(profile: Uint8Array): PackedProfile {
  let known = packed.get(profile);
  if (known === undefined) packed.set(profile, (known = pack(profile, 4)));
  return known;
}

function pack(profile: Uint8Array, components: 3 | 4): PackedProfile {
  return { deflated: deflateSync(profile, { level: 9 }), components };
}

/** The identifier of a condition that the registry does not have (ISO 15930-7, 6.2.2). */
const CUSTOM = 'Custom';

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

/** Where a profile says its version (ICC.1, 7.2.4). */
const PROFILE_VERSION = 8;

/**
 * Adds the profile of the printing condition. PDF 1.4 knows version 2 of profiles only: PDF/X-1a names a
 * registered condition without its profile then (ISO 15930-4, 6.3).
 *
 * @throws RenderInputError for a condition that is not registered
 */
export function embedPress(
  document: PDFDocument,
  { bytes, condition }: SceneProfile,
  standards: readonly PageStandard[],
): PDFRef | null {
  const isNewer = (bytes[PROFILE_VERSION] ?? 0) > 2;
  if (!standards.includes('PDF/X-1a') || !isNewer) return embedProfile(document, packProfile(bytes));
  if (condition.identifier !== CUSTOM) return null;
  const detail =
    'PDF/X-1a cannot contain the profile of the template, which is of version 4: use one of version 2.';
  throw new RenderInputError('pdfStandard', null, detail);
}

/**
 * Declares the target of the page: sRGB for screens, a printing condition for a press. Each standard has its
 * own intent, all with the same profile (ISO 19005-2, 6.2.3). PDF/A's intent is no claim to conform, so every
 * file for screens has it: it defines the colours.
 *
 * @param condition null: sRGB
 * @param profile null: the condition's name says enough
 */
export function addOutputIntents(
  document: PDFDocument,
  condition: PrintingCondition | null,
  profile: PDFRef | null,
  standards: readonly PageStandard[],
): void {
  const { context } = document;
  const { identifier, info } = condition ?? srgbCondition;
  // The name that a file has may have any letters.
  const text = identifier === CUSTOM ? textString(info) : PDFString.of(info);
  const isArchive = standards.some((each) => each.startsWith('PDF/A'));
  const kinds: string[] = condition === null || isArchive ? ['GTS_PDFA1'] : [];
  if (standards.includes('PDF/X-4') || standards.includes('PDF/X-1a')) kinds.push('GTS_PDFX');
  const intents = kinds.map((kind) =>
    context.register(
      context.obj({
        Type: 'OutputIntent',
        S: kind,
        OutputCondition: text,
        OutputConditionIdentifier: PDFString.of(identifier),
        // The registry knows no other conditions.
        ...(identifier === CUSTOM ? {} : { RegistryName: PDFString.of('http://www.color.org') }),
        Info: text,
        ...(profile === null ? {} : { DestOutputProfile: profile }),
      }),
    ),
  );
  document.catalog.set(PDFName.of('OutputIntents'), context.obj(intents));
}
