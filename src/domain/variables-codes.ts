import type {
  BarcodeElement,
  QrCodeElement,
  TemplateElement,
  TemplateVariable,
} from '../../generated/template.ts';
import { fillPlaceholders, variablesIn } from '../render/bind/placeholders.ts';
import { quoteValue } from './variables-types.ts';
import { checkCode } from '../render/codes/check.ts';

/** A code whose data depends on variables. */
export interface CodeUse {
  readonly element: QrCodeElement | BarcodeElement;
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
): { readonly variable: string; readonly detail: string }[] {
  return uses.flatMap(({ element, names, blamed }) => {
    const data = fillPlaceholders(element.value, values);
    if (data === '' || !names.every((name) => values.has(name))) return [];
    const reason = codeProblem(element, data);
    return reason === null ? [] : [{ variable: blamed, detail: `Variable "${blamed}" ${reason}` }];
  });
}

/** Why data cannot be made into the code that an element shows, as the end of a sentence; null where it can. */
export function codeProblem(element: QrCodeElement | BarcodeElement, data: string): string | null {
  const symbology = element.type === 'qrcode' ? 'qrcode' : element.symbology;
  const reason = checkCode(symbology, data, element.type === 'qrcode' ? element.errorCorrection : undefined);
  if (reason === null) return null;
  return `cannot be drawn as ${symbology} (element "${element.id}"): ${reason}; received ${quoteValue(data)}.`;
}
