/** Files that a PDF carries inside, besides its pages. */

/** What an attached file is to the pages (ISO 32000-2, 7.11.3; those that PDF/A-3 knows). */
export const RELATIONSHIPS = ['Data', 'Source', 'Alternative', 'Supplement', 'Unspecified'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** A file that is attached to a PDF. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly relationship: Relationship;
  readonly content: Uint8Array;
}

/** An attached file as a request has it: its content is Base64. */
export interface GivenAttachment extends Omit<Attachment, 'content'> {
  readonly content: string;
}

/** What is wrong with an option of a file: its place in the options, and a sentence. */
export interface OptionFault {
  readonly option: string;
  readonly detail: string;
}

/**
 * Reads the contents of attached files. Base64 has no spaces, and is padded (RFC 4648, 4): what else decodes
 * to the same bytes is refused, since a damaged text would decode to other bytes than were meant.
 */
export function readAttachments(
  given: readonly GivenAttachment[],
): { readonly attachments: readonly Attachment[] } | { readonly fault: OptionFault } {
  const attachments: Attachment[] = [];
  for (const [index, { content, ...rest }] of given.entries()) {
    const bytes = Buffer.from(content, 'base64');
    if (bytes.toString('base64') !== content) {
      const detail =
        `The content of "${rest.name}" is not Base64: it has letters from A to Z and a to z, digits, "+" ` +
        'and "/", and "=" at its end to make its length a multiple of four.';
      return { fault: { option: `attachments/${index}/content`, detail } };
    }
    attachments.push({ ...rest, content: new Uint8Array(bytes) });
  }
  return { attachments };
}
