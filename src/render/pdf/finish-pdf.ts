import { createHash } from 'node:crypto';

import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';

import { srgbProfile } from '../encode/srgb-profile.ts';
import type { CompressedImage } from '../images/picture.ts';
import { restoreText } from '../text/pdf-restore.ts';
import type { DrawnText } from '../text/pdf-text.ts';
import { replaceStandIns } from './replace-stand-ins.ts';

export interface PdfSettings {
  readonly title: string;
  readonly intent: 'screen' | 'print';
  /** Points, bleed included. */
  readonly width: number;
  readonly height: number;
  readonly bleed: number;
  /** What was drawn as text, in drawing order. */
  readonly texts: readonly DrawnText[];
  /** By the numbers of their stand-ins. */
  readonly images: readonly CompressedImage[];
}

const PRODUCER = 'Platen';
const SRGB_NAME = 'sRGB IEC61966-2.1';

/**
 * Adds to a drawn page what Skia cannot: the pictures' own bytes, page boxes, output intent, title and id. Nothing in
 * the file depends on when it was made: the same page gives the same bytes.
 */
export async function finishPdf(drawn: Uint8Array, settings: PdfSettings): Promise<Uint8Array> {
  const document = await PDFDocument.load(drawn, { updateMetadata: false });
  replaceStandIns(document, settings.images);

  const [page] = document.getPages();
  if (page === undefined) throw new Error('the drawn file has no page');
  restoreText(document, page, settings.texts);
  const { width, height, bleed } = settings;
  page.setMediaBox(0, 0, width, height);
  if (settings.intent === 'print') {
    page.setBleedBox(0, 0, width, height);
    page.setTrimBox(bleed, bleed, width - 2 * bleed, height - 2 * bleed);
    addOutputIntent(document, await srgbProfile());
  }
  document.setTitle(settings.title, { showInWindowTitleBar: true });
  document.setProducer(PRODUCER);
  document.setCreator(PRODUCER);

  const id = PDFHexString.of(
    createHash('sha256').update(drawn).update(settings.title).digest('hex').slice(0, 32),
  );
  const ids = PDFArray.withContext(document.context);
  ids.push(id);
  ids.push(id);
  document.context.trailerInfo.ID = ids;
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

/** Says which colours the page's numbers mean: sRGB, as the profile that goes along defines it. */
function addOutputIntent(document: PDFDocument, profile: Uint8Array): void {
  const { context } = document;
  const stream = context.register(context.flateStream(profile, { N: 3, Alternate: 'DeviceRGB' }));
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFX',
    OutputConditionIdentifier: PDFString.of(SRGB_NAME),
    RegistryName: PDFString.of('http://www.color.org'),
    Info: PDFString.of(SRGB_NAME),
    DestOutputProfile: stream,
  });
  document.catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
}
