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

/** An attached file as a request has it: in Base64, itself or as the value of a variable. */
export interface GivenAttachment extends Omit<Attachment, 'content'> {
  readonly content?: string | undefined;
  readonly contentVariable?: string | undefined;
}

/** What is wrong with an option of a file: its place in the options, and a sentence. */
export interface OptionFault {
  readonly option: string;
  readonly detail: string;
  /** The variable whose value is wrong. */
  readonly variable?: string;
}

/** The text variables of a template, and what is given for them. */
export interface AttachedValues {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads the contents of attached files. Base64 has no spaces, and is padded (RFC 4648, 4): what else decodes
 * to the same bytes is refused, since a damaged text would decode to other bytes than were meant.
 */
export function readAttachments(
  given: readonly GivenAttachment[],
  from: AttachedValues,
): { readonly attachments: readonly Attachment[] } | { readonly fault: OptionFault } {
  const attachments: Attachment[] = [];
  for (const [index, { content, contentVariable, ...rest }] of given.entries()) {
    const place = `attachments/${index}`;
    const found = findContent({ content, contentVariable, name: rest.name }, from);
    if ('detail' in found) return { fault: { ...found, option: `${place}/${found.option}` } };
    const bytes = Buffer.from(found.text, 'base64');
    if (bytes.toString('base64') !== found.text) {
      const detail =
        `The content of "${rest.name}" is not Base64: it has letters from A to Z and a to z, digits, "+" ` +
        'and "/", and "=" at its end to make its length a multiple of four.';
      const option = `${place}/${contentVariable === undefined ? 'content' : 'contentVariable'}`;
      const variable = contentVariable === undefined ? {} : { variable: contentVariable };
      return { fault: { option, detail, ...variable } };
    }
    attachments.push({ ...rest, content: new Uint8Array(bytes) });
  }
  return { attachments };
}

/** The Base64 of a file: what is given, or the value of a variable. */
function findContent(
  { content, contentVariable, name }: Pick<GivenAttachment, 'content' | 'contentVariable' | 'name'>,
  { names, values }: AttachedValues,
): { readonly text: string } | OptionFault {
  if (contentVariable === undefined)
    return content === undefined
      ? { option: 'content', detail: `The file "${name}" needs its "content", or a "contentVariable".` }
      : { text: content };
  const option = 'contentVariable';
  if (content !== undefined)
    return { option, detail: `The file "${name}" has a "content" and a "contentVariable": leave out one.` };
  if (!names.includes(contentVariable))
    return { option, detail: `The template has no text variable with the name "${contentVariable}".` };
  const value = Object.hasOwn(values, contentVariable) ? values[contentVariable] : undefined;
  if (typeof value === 'string' && value !== '') return { text: value };
  const detail = `The variable "${contentVariable}" has no value, which is the file "${name}" in Base64.`;
  return { option, detail, variable: contentVariable };
}
