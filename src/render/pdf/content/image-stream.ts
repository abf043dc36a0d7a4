import type { PDFContext, PDFObject, PDFRawStream } from 'pdf-lib';
import type { CompressedImage } from '../../images/image-cache.ts';
import { countComponents } from '../../inks/ink-space.ts';

/** The stream of a compressed picture. Its mask is registered as an object of its own. */
export function writeImage(context: PDFContext, image: CompressedImage, space: PDFObject): PDFRawStream {
  const { width, encoding, data, mask, inks } = image;
  const maskRef =
    mask === null
      ? null
      : context.register(
          context.stream(mask.data, {
            ...getEntries(mask),
            ColorSpace: 'DeviceGray',
            ...getFilter(1, mask.width),
          }),
        );
  const components = inks === undefined ? 3 : countComponents(inks);
  return context.stream(data, {
    ...getEntries(image),
    ColorSpace: space,
    ...(encoding === 'jpeg' ? { Filter: 'DCTDecode' } : getFilter(components, width)),
    ...(maskRef === null ? {} : { SMask: maskRef }),
  });
}

function getEntries({ width, height }: { readonly width: number; readonly height: number }) {
  return { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 };
}

function getFilter(colors: number, columns: number) {
  return {
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: colors, BitsPerComponent: 8, Columns: columns },
  };
}
