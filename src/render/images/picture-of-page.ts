import sharp from 'sharp';

/** A page of a PDF as a picture. */
export interface PagePicture {
  readonly png: Uint8Array;
  /** The size of the page in points. */
  readonly width: number;
  readonly height: number;
  /** How many pages the document has. */
  readonly pages: number;
}

/** The most pixels of a picture of a page. */
const maxPixels = 30_000_000;

/**
 * Draws a page of a PDF. Returns null for what cannot be read.
 *
 * @param density pixels per point
 * @param place of the page, from 0: the last page for a larger one. Default: the first page
 */
export async function pictureOfPage(
  bytes: Uint8Array,
  density: number,
  place = 0,
): Promise<PagePicture | null> {
  // Loaded late: only imports of designs need it.
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(bytes));
    try {
      const page = document.getPage(Math.min(place, document.getPageCount() - 1));
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = Math.min(density, Math.sqrt(maxPixels / Math.max(1, originalWidth * originalHeight)));
      const { data } = await page.render({
        scale,
        render: (bitmap) =>
          sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 4 } })
            .flatten({ background: '#ffffff' })
            .png({ compressionLevel: 9 })
            .toBuffer(),
      });
      return { png: data, width: originalWidth, height: originalHeight, pages: document.getPageCount() };
    } finally {
      document.destroy();
    }
  } catch {
    return null;
  } finally {
    library.destroy();
  }
}
