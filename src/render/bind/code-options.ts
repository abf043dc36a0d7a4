import type { BarcodeElement, QrCodeElement, TemplateElement } from '../../../generated/template.ts';
import type { CodeOptions } from '../../common/codes/code-options.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import type { BindContext } from './context.ts';

/** The side of a logo as a part of the side of its code. */
const LOGO_SIZE = 0.2;

/** The options that the code of an element is encoded with. */
export function readCodeOptions(element: QrCodeElement | BarcodeElement): CodeOptions {
  if (element.type === 'barcode') return element.options ?? {};
  const { options, errorCorrection = 'M', logo } = element;
  return {
    ...options,
    eclevel: errorCorrection,
    ...(logo === undefined ? {} : { logo: logo.size ?? LOGO_SIZE }),
  };
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

/** The logo of a QR code; nothing if its source is empty. */
export function bindLogo(
  element: QrCodeElement,
  { sources }: BindContext,
): Pick<SceneQrCode, 'options' | 'logo'> {
  const { logo, ...plain } = element;
  const asset = logo === undefined ? null : sources.addImage(logo.src);
  if (logo === undefined || asset === null) return { options: readCodeOptions(plain) };
  return { options: readCodeOptions(element), logo: { asset, size: logo.size ?? LOGO_SIZE } };
}
