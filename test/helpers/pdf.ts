/** What is in a PDF: its objects as text, and what screen readers read. */
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The file with all objects written out, one character per byte. */
export async function readObjects(data: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(data, { updateMetadata: false });
  return Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1');
}

/** A structure element as pdf.js finds it: its type, its alternative text, and its text or elements. */
export type Spoken = readonly [type: string, ...contents: (string | Spoken)[]];

interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly lang?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}

/** The structure of a page in reading order. A text is that of the content; `alt: …` an alternative text. */
export async function readAloud(data: Uint8Array, pageNumber = 1): Promise<readonly Spoken[]> {
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;
  try {
    const page = await document.getPage(pageNumber);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = new Map<string, string>();
    const open: string[] = [];
    for (const item of items) {
      if ('str' in item) {
        const id = open.findLast((each) => each !== '');
        if (id !== undefined) texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? ' ' : ''));
      } else if (item.type === 'endMarkedContent') open.pop();
      else open.push(item.type === 'beginMarkedContentProps' ? (item.id ?? '') : '');
    }
    const read = ({ role = '', alt, lang, type, id, children = [] }: Node): (string | Spoken)[] => {
      if (type === 'content') {
        const text = (texts.get(id ?? '') ?? '').trim();
        return text === '' ? [] : [text];
      }
      if (type !== undefined) return [`(${type})`];
      const notes = [
        ...(alt === undefined ? [] : [`alt: ${alt}`]),
        ...(lang === undefined ? [] : [`lang: ${lang}`]),
      ];
      return [[role, ...notes, ...children.flatMap(read)]];
    };
    const tree = (await page.getStructTree()) as Node | null;
    return (tree?.children ?? []).flatMap(read) as Spoken[];
  } finally {
    await document.destroy();
  }
}
