import { deflateSync } from 'node:zlib';

import { PDFName, PDFString, type PDFDocument } from 'pdf-lib';

import type { Attachment } from './attachment.ts';
import { FILE_DATE } from '../producer.ts';
import { textString } from '../text-string.ts';

/**
 * Attaches files to a document (ISO 32000-2, 7.11.4): viewers list them by name, and `AF` of the catalog says
 * that they belong to the whole document. Each has its media type, its size and a date, which is always the
 * same, so that the same request gives the same bytes.
 */
export function addEmbeddedFiles(document: PDFDocument, attachments: readonly Attachment[]): void {
  if (attachments.length === 0) return;
  const { context, catalog } = document;
  const files = attachments.map(({ name, mediaType, relationship, content }) => {
    const stream = context.stream(deflateSync(content), {
      Type: 'EmbeddedFile',
      Subtype: PDFName.of(mediaType),
      Filter: 'FlateDecode',
      Params: { Size: content.byteLength, ModDate: PDFString.fromDate(new Date(FILE_DATE)) },
    });
    const file = context.register(stream);
    const key = textString(name);
    const specification = context.register(
      context.obj({
        Type: 'Filespec',
        F: key,
        UF: key,
        Desc: key,
        AFRelationship: relationship,
        EF: { F: file, UF: file },
      }),
    );
    return { key, specification };
  });
  // Readers search the tree for a name: its keys are in the order of their bytes (7.9.6).
  const sorted = files.toSorted((a, b) => (a.key.asString() < b.key.asString() ? -1 : 1));
  const tree = { Names: sorted.flatMap(({ key, specification }) => [key, specification]) };
  catalog.set(PDFName.of('Names'), context.obj({ EmbeddedFiles: context.obj(tree) }));
  catalog.set(PDFName.of('AF'), context.obj(files.map(({ specification }) => specification)));
}
