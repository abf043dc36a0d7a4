/** The profiles of Factur-X 1.07 and ZUGFeRD 2.3: invoices that people and programs read. */
import type { Relationship } from './attachment.ts';

/** The names of the profiles, as the metadata of a file have them. */
export const FACTURX_PROFILES = [
  'MINIMUM',
  'BASIC WL',
  'BASIC',
  'EN 16931',
  'EXTENDED',
  'XRECHNUNG',
] as const;
export type FacturxProfile = (typeof FACTURX_PROFILES)[number];

/** What a profile requires of the XML of an invoice. */
export interface ProfileRules {
  /** The name of the attached file. */
  readonly fileName: string;
  readonly relationships: readonly Relationship[];
  /** What its GuidelineSpecifiedDocumentContextParameter names. */
  readonly guidelines: readonly string[];
  /** The schema that checks it, in `schemas/`. */
  readonly schema: 'MINIMUM' | 'BASICWL' | 'BASIC' | 'EN16931' | 'EXTENDED';
  /** The version in the metadata: of XRechnung, or of the schema of Factur-X. */
  readonly version: string;
}

const EN16931 = 'urn:cen.eu:en16931:2017';

/** MINIMUM and BASIC WL lack the lines of an invoice, so their XML cannot stand in for the pages. */
const HEADER_ONLY = { fileName: 'factur-x.xml', relationships: ['Data'], version: '1.0' } as const;
const WHOLE = {
  fileName: 'factur-x.xml',
  relationships: ['Alternative', 'Source', 'Data'],
  version: '1.0',
} as const;

/** The rules of each profile. */
export const FACTURX_RULES: Readonly<Record<FacturxProfile, ProfileRules>> = {
  MINIMUM: { ...HEADER_ONLY, guidelines: ['urn:factur-x.eu:1p0:minimum'], schema: 'MINIMUM' },
  'BASIC WL': { ...HEADER_ONLY, guidelines: ['urn:factur-x.eu:1p0:basicwl'], schema: 'BASICWL' },
  BASIC: { ...WHOLE, guidelines: [`${EN16931}#compliant#urn:factur-x.eu:1p0:basic`], schema: 'BASIC' },
  'EN 16931': { ...WHOLE, guidelines: [EN16931], schema: 'EN16931' },
  EXTENDED: {
    ...WHOLE,
    guidelines: [`${EN16931}#conformant#urn:factur-x.eu:1p0:extended`],
    schema: 'EXTENDED',
  },
  XRECHNUNG: {
    ...WHOLE,
    fileName: 'xrechnung.xml',
    guidelines: [`${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`],
    schema: 'EN16931',
    version: '3.0',
  },
};

/** The XML of an invoice among the attached files, by its name. */
export function findInvoice<File extends { readonly name: string }>(
  attachments: readonly File[],
  profile: FacturxProfile,
): File | undefined {
  return attachments.find(({ name }) => name === FACTURX_RULES[profile].fileName);
}
