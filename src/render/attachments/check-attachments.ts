import {
  escapeReserved,
  forbiddenInNames,
  invisibleInNames,
  trimName,
} from '../../common/names/file-names.ts';
import { RELATIONSHIPS, type Attachment, type OptionFault } from './attachment.ts';
import { FACTURX_RULES, findInvoice, type FacturxProfile } from './facturx.ts';

/** How many files a PDF can carry. */
export const MAX_ATTACHMENTS = 20;
/** The bytes of all of them. A request of 10 MiB has room for no more, since Base64 takes a third more. */
export const MAX_ATTACHED_BYTES = 7 * 1024 * 1024;
/** File systems accept no longer names. */
const MAX_NAME_BYTES = 255;

/** Type and subtype (RFC 6838, 4.2), without parameters. */
const MEDIA_TYPE = /^[A-Za-z0-9][A-Za-z0-9!$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!$&^_.+-]{0,126}$/;
/** What the XML of an invoice may be called. */
const XML_TYPES = ['text/xml', 'application/xml'];

/** What is wrong with the files that a PDF is to carry; null if nothing is. */
export function checkAttachments(
  attachments: readonly Attachment[],
  facturx: FacturxProfile | undefined,
): OptionFault | null {
  if (attachments.length > MAX_ATTACHMENTS) {
    const detail = `A pdf carries at most ${MAX_ATTACHMENTS} files, but there are ${attachments.length}.`;
    return { option: 'attachments', detail };
  }
  const names = new Map<string, number>();
  let bytes = 0;
  for (const [index, attachment] of attachments.entries()) {
    const place = `attachments/${index}`;
    const wrong = checkAttachment(attachment);
    if (wrong !== null) return { option: `${place}/${wrong.key}`, detail: wrong.detail };
    const key = attachment.name.toLowerCase();
    const same = names.get(key);
    if (same !== undefined) {
      const detail =
        `Attachment ${same} has the name "${attachment.name}", too; ` + 'letter case makes no difference.';
      return { option: `${place}/name`, detail };
    }
    names.set(key, index);
    bytes += attachment.content.byteLength;
    if (bytes > MAX_ATTACHED_BYTES) {
      const detail =
        `All files together have at most ${MAX_ATTACHED_BYTES} bytes, ` + `but with this one it is ${bytes}.`;
      return { option: `${place}/content`, detail };
    }
  }
  return facturx === undefined ? null : checkInvoiceFile(attachments, facturx);
}

function checkAttachment({ name, mediaType, relationship }: Attachment) {
  const wrongName = checkName(name);
  if (wrongName !== null) return { key: 'name', detail: wrongName } as const;
  if (!MEDIA_TYPE.test(mediaType))
    return {
      key: 'mediaType',
      detail: `A media type is a type and a subtype, such as "text/xml", but this one is "${mediaType}".`,
    } as const;
  if (!RELATIONSHIPS.includes(relationship))
    return { key: 'relationship', detail: `Expected one of ${RELATIONSHIPS.join(', ')}.` } as const;
  return null;
}

/** Readers write the file under this name: it has no path, and every file system accepts it. */
function checkName(name: string): string | null {
  const bytes = Buffer.byteLength(name, 'utf8');
  if (bytes === 0 || bytes > MAX_NAME_BYTES)
    return `The name of a file has 1 to ${MAX_NAME_BYTES} bytes in UTF-8, but this one has ${bytes}.`;
  if (name.search(forbiddenInNames) >= 0)
    return `The name "${name}" has one of < > : " / \\ | ? *, which file names cannot have: give no path.`;
  if (name.search(invisibleInNames) >= 0 || !name.isWellFormed())
    return 'The name of a file has no control characters and no invisible characters.';
  if (name.normalize('NFC') !== name)
    return `The name "${name}" is not composed (Unicode NFC): a letter with its accent is one character.`;
  if (trimName(name) !== name)
    return `The name "${name}" begins or ends with a dot or a space, which Windows drops or hides.`;
  if (escapeReserved(name) !== name)
    return `The name "${name}" belongs to a device on Windows: choose another one.`;
  return null;
}

/** The XML of the invoice is there, under the name and with the relationship that its profile requires. */
function checkInvoiceFile(attachments: readonly Attachment[], profile: FacturxProfile): OptionFault | null {
  const { fileName, relationships } = FACTURX_RULES[profile];
  const invoice = findInvoice(attachments, profile);
  if (invoice === undefined) {
    const detail = `The profile ${profile} needs the XML of the invoice in "attachments": "${fileName}".`;
    return { option: 'facturx', detail };
  }
  const place = `attachments/${attachments.indexOf(invoice)}`;
  if (!XML_TYPES.includes(invoice.mediaType)) {
    const detail = `"${fileName}" has the media type "text/xml", but "${invoice.mediaType}" was given.`;
    return { option: `${place}/mediaType`, detail };
  }
  if (!relationships.includes(invoice.relationship)) {
    const accepted = new Intl.ListFormat('en', { type: 'disjunction' }).format(relationships);
    const detail =
      `In the profile ${profile} the relationship of "${fileName}" is ${accepted}, ` +
      `not ${invoice.relationship}.`;
    return { option: `${place}/relationship`, detail };
  }
  return null;
}
