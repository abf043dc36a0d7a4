import type {
  BarcodeElement,
  QrCodeElement,
  TemplateElement,
  TemplateVariable,
} from '../../generated/template.ts';
import { fillPlaceholders, variablesIn } from '../render/bind/placeholders.ts';
import { quoteValue } from './variables-types.ts';
import { checkCode } from '../render/codes/check.ts';

type CodeElement = QrCodeElement | BarcodeElement;

/** Tells whether a value can be drawn as a code, as `checkCode` does. */
export type CodeCheck = typeof checkCode;

/** A code whose data depends on variables. */
export interface CodeUse {
  readonly element: CodeElement;
  /** The variables in its `value`. */
  readonly names: readonly string[];
  /** The one to blame: the first that is meant for codes, or else the first. */
  readonly blamed: string;
}

/** Every code of a template, groups included, that shows variables. */
export function collectCodeUses(
  elements: readonly TemplateElement[],
  variables: readonly TemplateVariable[],
): CodeUse[] {
  const forCodes = new Set(
    variables.filter(({ type }) => type === 'qrcode' || type === 'barcode').map(({ name }) => name),
  );
  return elements.flatMap((element): CodeUse[] => {
    if (element.type === 'group') return collectCodeUses(element.elements, variables);
    if (element.type !== 'qrcode' && element.type !== 'barcode') return [];
    const names = variablesIn(element.value);
    const blamed = names.find((name) => forCodes.has(name)) ?? names[0];
    return blamed === undefined ? [] : [{ element, names, blamed }];
  });
}

/**
 * The codes that the values cannot be encoded in, as whole sentences. Codes that end up empty are not drawn and thus
 * right; codes that need a value which was refused already are not looked at.
 */
export function checkCodes(
  uses: readonly CodeUse[],
  values: ReadonlyMap<string, string>,
  check: CodeCheck = checkCode,
): { readonly variable: string; readonly detail: string }[] {
  return uses.flatMap(({ element, names, blamed }) => {
    const data = fillPlaceholders(element.value, values);
    if (data === '' || !names.every((name) => values.has(name))) return [];
    const reason = codeProblem(element, data, check);
    return reason === null ? [] : [{ variable: blamed, detail: `Variable "${blamed}" ${reason}` }];
  });
}

/** Why data cannot be made into the code that an element shows, as the end of a sentence; null where it can. */
export function codeProblem(element: CodeElement, data: string, check: CodeCheck = checkCode): string | null {
  const symbology = element.type === 'qrcode' ? 'qrcode' : element.symbology;
  const errorCorrection = element.type === 'qrcode' ? (element.errorCorrection ?? 'M') : undefined;
  if (errorCorrection !== undefined && fitsQrCode(data, errorCorrection)) return null;
  const reason =
    data.length > longestCode
      ? `no code holds more than ${longestCode} characters`
      : check(symbology, data, errorCorrection);
  if (reason === null) return null;
  return `cannot be drawn as ${symbology} (element "${element.id}"): ${reason}; received ${quoteValue(data)}.`;
}

/** Why data fit no QR code at all, for variables that no element shows; ends a sentence as `codeProblem` does. */
export function qrCodeProblem(data: string, check: CodeCheck = checkCode): string | null {
  if (fitsQrCode(data, 'L')) return null;
  const fits = data.length <= longestCode && check('qrcode', data, 'L') === null;
  return fits ? null : `holds more than a QR code can; received ${quoteValue(data)}.`;
}

/** Characters that the roomiest code (digits alone, in Han Xin) can hold. */
const longestCode = 7827;

/** ISO/IEC 18004, table 7: what a version-40 code holds at each level of error correction. */
const qrCapacities = {
  L: { bytes: 2953, alphanumerics: 4296, digits: 7089 },
  M: { bytes: 2331, alphanumerics: 3391, digits: 5596 },
  Q: { bytes: 1663, alphanumerics: 2420, digits: 3993 },
  H: { bytes: 1273, alphanumerics: 1852, digits: 3057 },
} as const;

/** What a declaration of UTF-8 takes away, rounded up. */
const declarationBytes = 2;

/**
 * Whether data fit a version-40 code for certain. Encoding them to find out takes tens of milliseconds; only what mixes kinds
 * of characters near the limit needs that.
 */
function fitsQrCode(data: string, level: keyof typeof qrCapacities): boolean {
  const { bytes, alphanumerics, digits } = qrCapacities[level];
  if (Buffer.byteLength(data) <= bytes - declarationBytes) return true;
  if (data.length <= digits && /^[0-9]*$/u.test(data)) return true;
  return data.length <= alphanumerics && /^[0-9A-Z $%*+\-./:]*$/u.test(data);
}
