/** Reading objects of foreign PDFs: each may be missing, of another kind, or refer to itself. */
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFContext, type PDFObject } from 'pdf-lib';

/** How many nodes above a page are searched for what it inherits. */
const MAX_PARENTS = 50;

/** A PDF that cannot be used. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
  /** The end of a sentence that starts with the file's name. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** The value of a key, followed to its object; null if there is none. */
export function getObject(dict: PDFDict, key: string): PDFObject | null {
  return dict.context.lookup(dict.get(PDFName.of(key))) ?? null;
}

export function getDict(dict: PDFDict, key: string): PDFDict | null {
  const value = getObject(dict, key);
  return value instanceof PDFDict ? value : null;
}

export function getArray(dict: PDFDict, key: string): PDFArray | null {
  const value = getObject(dict, key);
  return value instanceof PDFArray ? value : null;
}

/** The name that is the value of a key, without its slash. */
export function getName(dict: PDFDict, key: string): string | null {
  const value = getObject(dict, key);
  return value instanceof PDFName ? value.decodeText() : null;
}

/** The dictionaries of an array; others are left out. */
export function listDicts(array: PDFArray | null): PDFDict[] {
  if (array === null) return [];
  return array.asArray().flatMap((_each, index) => {
    const object = array.lookup(index);
    return object instanceof PDFDict ? object : [];
  });
}

/** An array of a given number of finite numbers; null if the object is something else. */
export function getNumbers(
  context: PDFContext,
  object: PDFObject | null,
  count: number,
): readonly number[] | null {
  const array = context.lookup(object ?? undefined);
  if (!(array instanceof PDFArray) || array.size() !== count) return null;
  const numbers = array.asArray().flatMap((value) => {
    const number = context.lookup(value);
    return number instanceof PDFNumber && Number.isFinite(number.asNumber()) ? number.asNumber() : [];
  });
  return numbers.length === count ? numbers : null;
}

/** What a page has or inherits from the nodes above it (ISO 32000-1, 7.7.3.4). */
export function getInherited(page: PDFDict, key: string): PDFObject | null {
  let node: PDFDict | null = page;
  for (let left = MAX_PARENTS; node !== null && left > 0; left -= 1) {
    const value = node.get(PDFName.of(key));
    if (value !== undefined) return value;
    node = getDict(node, 'Parent');
  }
  return null;
}
