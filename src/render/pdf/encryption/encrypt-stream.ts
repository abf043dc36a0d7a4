import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
  type PDFObject,
  type PDFStream,
} from 'pdf-lib';

import { latin1 } from '../streams.ts';
import type { FileEncryption } from './standard-security.ts';

/** A stream as it stands in a file, with its content and the strings of its dictionary encrypted. */
export function encryptStream(stream: PDFStream, encryption: FileEncryption): Uint8Array {
  const content = stream instanceof PDFRawStream ? stream.contents : stream.getContents();
  const encrypted = encryption.encrypt(content);
  const dictionary = encryptDict(stream.dict, encryption);
  dictionary.set(PDFName.of('Length'), PDFNumber.of(encrypted.length));
  return Buffer.concat([latin1(`${dictionary.toString()}\nstream\n`), encrypted, latin1('\nendstream')]);
}

function encryptDict(dict: PDFDict, encryption: FileEncryption): PDFDict {
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
