import { inflateSync } from 'node:zlib';

import { type PDFDocument, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from 'pdf-lib';

import type { CompressedImage } from '../images/image-cache.ts';
import {
  FIRST_MARK,
  readStandIn,
  STAND_IN_HEIGHT,
  STAND_IN_WIDTH,
  TILE_STAND_IN_HEIGHT,
} from './stand-in.ts';

/** Replaces the stand-ins by their compressed images. */
export function replaceStandIns(document: PDFDocument, images: readonly CompressedImage[]): void {
  if (images.length === 0) return;
  const { context } = document;
  // An image of several elements has several stand-ins, but is embedded once.
  const replaced = new Map<PDFRef, PDFRef>();
  const refs = new Map<CompressedImage, PDFRef>();
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const number = standInNumber(object);
    const image = number === null ? undefined : images[number];
    if (image === undefined) continue;
    const first = refs.get(image);
    if (first !== undefined) {
      replaced.set(ref, first);
      continue;
    }
    const stream = toStream(document, image);
    refs.set(image, ref);
    context.assign(ref, stream);
  }
  if (replaced.size > 0) redirect(document, replaced);
  for (const ref of replaced.keys()) context.delete(ref);
}

/** The stand-ins of marks: the parts that they begin, or null for those that end one. */
export function findMarks({ context }: PDFDocument): Map<PDFRef, number | null> {
  const marks = new Map<PDFRef, number | null>();
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const number = object instanceof PDFRawStream ? standInNumber(object) : null;
    if (number !== null && number >= FIRST_MARK)
      marks.set(ref, number === FIRST_MARK ? null : number - FIRST_MARK - 1);
  }
  return marks;
}

function standInNumber(stream: PDFRawStream): number | null {
  const { dict } = stream;
  const isImage = dict.get(PDFName.of('Subtype')) === PDFName.of('Image');
  const [width, height] = [numberAt(dict, 'Width'), numberAt(dict, 'Height')];
  const isSize = height === STAND_IN_HEIGHT || height === TILE_STAND_IN_HEIGHT;
  if (!isImage || width !== STAND_IN_WIDTH || !isSize) return null;
  const filter = dict.get(PDFName.of('Filter'));
  const samples = filter === undefined ? stream.contents : inflateSync(stream.contents);
  return readStandIn(samples);
}

function numberAt(dict: PDFDict, key: string): number | null {
  const value = dict.get(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : null;
}

function toStream({ context }: PDFDocument, image: CompressedImage): PDFRawStream {
  const { width, encoding, data, mask } = image;
  const getImage = (size: { readonly width: number; readonly height: number }) => ({
    Type: 'XObject',
    Subtype: 'Image',
    Width: size.width,
    Height: size.height,
    BitsPerComponent: 8,
  });
  const flate = (colors: number, columns: number) => ({
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: colors, BitsPerComponent: 8, Columns: columns },
  });
  const opacity =
    mask === null
      ? {}
      : {
          SMask: context.register(
            context.stream(mask.data, {
              ...getImage(mask),
              ColorSpace: 'DeviceGray',
              ...flate(1, mask.width),
            }),
          ),
        };
  return context.stream(data, {
    ...getImage(image),
    ColorSpace: 'DeviceRGB',
    ...(encoding === 'jpeg' ? { Filter: 'DCTDecode' } : flate(3, width)),
    ...opacity,
  });
}

/** Replaces references to images, in one pass over the document. */
function redirect({ context }: PDFDocument, replaced: ReadonlyMap<PDFRef, PDFRef>): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    const resources = dict.lookupMaybe(PDFName.of('Resources'), PDFDict);
    const images = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    for (const [name, value] of images?.entries() ?? []) {
      const first = value instanceof PDFRef ? replaced.get(value) : undefined;
      if (first !== undefined) images?.set(name, first);
    }
  }
}
