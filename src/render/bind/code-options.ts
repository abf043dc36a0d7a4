import type { BarcodeElement, QrCodeElement, TemplateElement } from '../../../generated/template.ts';
import type { CodeOptions } from '../../common/codes/code-options.ts';
import type { SceneBarcode } from '../scene/codes.ts';
import type { BindContext } from './context.ts';

/** The options that the code of an element is encoded with. */
export function readCodeOptions(element: QrCodeElement | BarcodeElement): CodeOptions {
  if (element.type === 'barcode') return element.options ?? {};
  return { ...element.options, eclevel: element.errorCorrection ?? 'M' };
}

/** How large the modules of a code are, in CSS pixels. */
export function moduleSizes(
  { moduleSize, barWidthReduction = 0 }: QrCodeElement | BarcodeElement,
  px: BindContext['px'],
): Pick<SceneBarcode, 'moduleSize' | 'barWidthReduction'> {
  return {
    ...(moduleSize === undefined ? {} : { moduleSize: px(moduleSize) }),
    ...(barWidthReduction === 0 ? {} : { barWidthReduction: px(barWidthReduction) }),
  };
}

/** Whether a code has a size of its own, whatever its box is: that of its modules, or of its standard. */
export function hasOwnSize(element: TemplateElement): boolean {
  if (element.type === 'barcode')
    return element.moduleSize !== undefined || element.symbology === 'swissqrcode';
  return element.type === 'qrcode' && element.moduleSize !== undefined;
}
