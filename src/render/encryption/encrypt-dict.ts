import { PDFArray, PDFDict, PDFHexString, PDFString, type PDFObject } from 'pdf-lib';

import type { FileEncryption } from './standard-security.ts';

/** A copy of a dictionary whose strings are encrypted. */
export function encryptDict(dict: PDFDict, encryption: FileEncryption): PDFDict {
  const { context } = dict;
  const encryptStrings = (object: PDFObject): PDFObject => {
    if (object instanceof PDFString || object instanceof PDFHexString)
      return PDFHexString.of(Buffer.from(encryption.encrypt(object.asBytes())).toString('hex'));
    if (object instanceof PDFArray) {
      const copy = PDFArray.withContext(context);
      for (const value of object.asArray()) copy.push(encryptStrings(value));
      return copy;
    }
    return object instanceof PDFDict ? encryptDict(object, encryption) : object;
  };
  const copy = PDFDict.withContext(context);
  for (const [key, value] of dict.entries()) copy.set(key, encryptStrings(value));
  return copy;
}
