import type {
  BarcodeElement,
  QrCodeElement,
  TemplateElement,
  TemplateVariable,
} from '../../../generated/template.ts';
import { expressionsIn, fillPlaceholders, variablesIn } from '../../common/placeholders/placeholders.ts';
import type { BoundValues } from '../../common/values/values.ts';
import { quoteValue } from './types.ts';
import { listCellElements } from '../../render/bind/table/cell-element.ts';
import { readCodeOptions } from '../../render/bind/code-options.ts';
import { checkCode } from '../../render/codes/check-code.ts';

type CodeElement = QrCodeElement | BarcodeElement;

/** Checks whether a value can be drawn as a code; see `checkCode`. */
export type CodeCheck = typeof checkCode;

/** A code whose data depends on variables. */
export interface CodeUse {
  readonly element: CodeElement;
  /** The variables in its `value`. */
  readonly names: readonly string[];
  /** The variable that problems are reported for: the first of a code type, else the first. */
  readonly reported: string;
}

/**
 * Lists the codes of a template that show variables, also inside groups and cells of tables. Codes with
 * expressions, such as a field of an entry, are left to the renderer, which works them out.
 */
export function collectCodeUses(
  elements: readonly TemplateElement[],
  variables: readonly TemplateVariable[],
): CodeUse[] {
  const declared = new Set(variables.map(({ name }) => name));
  const forCodes = new Set(
    variables.filter(({ type }) => type === 'qrcode' || type === 'barcode').map(({ name }) => name),
  );
  return elements.flatMap((element): CodeUse[] => {
    if (element.type === 'group') return collectCodeUses(element.elements, variables);
    if (element.type === 'table')
      return collectCodeUses(
        listCellElements(element).map(([, cell]) => cell),
        variables,
      );
    if (element.type !== 'qrcode' && element.type !== 'barcode') return [];
    if (expressionsIn(element.value, declared).length > 0) return [];
    const names = variablesIn(element.value, declared);
    const reported = names.find((name) => forCodes.has(name)) ?? names[0];
    return reported === undefined ? [] : [{ element, names, reported }];
  });
}

/**
 * Checks that the values can be encoded in the codes that show them. Empty codes are valid, since they are
 * not drawn. Codes with a value that was refused already are skipped.
 */
export function checkCodes(
  uses: readonly CodeUse[],
  values: BoundValues,
  check: CodeCheck = checkCode,
): { readonly variable: string; readonly detail: string }[] {
  return uses.flatMap(({ element, names, reported }) => {
    const data = fillPlaceholders(element.value, values);
    if (data === '' || !names.every((name) => values.has(name))) return [];
    const reason = codeProblem(element, data, check);
    return reason === null ? [] : [{ variable: reported, detail: `Variable "${reported}" ${reason}` }];
  });
}

/** Checks that data can be encoded in an element's code. Returns the end of a sentence, or null. */
export function codeProblem(element: CodeElement, data: string, check: CodeCheck = checkCode): string | null {
  const symbology = element.type === 'qrcode' ? 'qrcode' : element.symbology;
  if (isSureToFit(element, data)) return null;
  const reason =
    data.length > maxCodeCharacters
      ? `no code holds more than ${maxCodeCharacters} characters`
      : check(symbology, data, readCodeOptions(element));
  if (reason === null) return null;
  const received = quoteValue(data);
  return `cannot be drawn as ${symbology} (element "${element.id}"): ${reason}; received ${received}.`;
}

/** Whether a QR code holds the data, so that it need not be encoded to find out. */
function isSureToFit(element: CodeElement, data: string): boolean {
  return (
    element.type === 'qrcode' &&
    element.options?.version === undefined &&
    element.logo === undefined &&
    fitsQrCode(data, element.errorCorrection ?? 'M')
  );
}

/** As `codeProblem`, for a QR code variable that no element shows: any error correction level is accepted. */
export function qrCodeProblem(data: string, check: CodeCheck = checkCode): string | null {
  if (fitsQrCode(data, 'L')) return null;
  const fits = data.length <= maxCodeCharacters && check('qrcode', data, { eclevel: 'L' }) === null;
  return fits ? null : `holds more than a QR code can; received ${quoteValue(data)}.`;
}

/** The capacity of the largest code: digits in Han Xin. */
const maxCodeCharacters = 7827;

/** Capacities of a version-40 QR code by error correction level (ISO/IEC 18004, table 7). */
const qrCapacities = {
  L: { bytes: 2953, alphanumerics: 4296, digits: 7089 },
  M: { bytes: 2331, alphanumerics: 3391, digits: 5596 },
  Q: { bytes: 1663, alphanumerics: 2420, digits: 3993 },
  H: { bytes: 1273, alphanumerics: 1852, digits: 3057 },
} as const;

/** Space for the declaration of UTF-8, rounded up. */
const declarationBytes = 2;

/**
 * A quick check that data fits a version-40 code. If it returns false, the data has to be encoded to find
 * out, which takes tens of milliseconds: only data near the limit that mixes kinds of characters needs that.
 */
function fitsQrCode(data: string, level: keyof typeof qrCapacities): boolean {
  const { bytes, alphanumerics, digits } = qrCapacities[level];
  if (Buffer.byteLength(data) <= bytes - declarationBytes) return true;
  if (data.length <= digits && /^[0-9]*$/u.test(data)) return true;
  return data.length <= alphanumerics && /^[0-9A-Z $%*+\-./:]*$/u.test(data);
}
