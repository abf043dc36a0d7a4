/**
 * What was wrong with a render: an image, another file of the template, the value of a code, an expression,
 * the output's size or format, its page, its attached files, or a standard that it has to meet.
 */
export type RenderInputKind =
  | 'image'
  | 'file'
  | 'code'
  | 'expression'
  | 'output'
  | 'page'
  | 'attachments'
  | 'facturx'
  | 'pdfStandard';

/**
 * A render that failed because of its input, not because of the renderer. The client (if `variable` names one
 * of its variables) or the author of the template has to change something; a retry does not help.
 */
export class RenderInputError extends Error {
  override readonly name = 'RenderInputError';
  readonly kind: RenderInputKind;
  /** The variable whose value is at fault; null: a file of the template, or the output settings. */
  readonly variable: string | null;
  /**
   * Continues a sentence after the variable’s name ("is not a picture that can be decoded"), or is a whole
   * sentence: of an expression always.
   */
  readonly reason: string;

  /** @param subject starts the message if no variable is at fault, for example a file of the template */
  constructor(kind: RenderInputKind, variable: string | null, reason: string, subject = '') {
    const isContinued = variable !== null && kind !== 'expression';
    const at = isContinued ? `Variable "${variable}"` : subject;
    super(`${at} ${reason}`.trim());
    this.kind = kind;
    this.variable = variable;
    this.reason = isContinued ? reason : this.message;
  }
}

/** A variable's value does not fit where the template uses it: a client error (400), never retried. */
export class VariableError extends Error {
  override readonly name = 'VariableError';
  /** The variable with the bad value; null if a literal of the template is bad. */
  readonly variable: string | null;
  /** What the server of an image did (`status-4xx`); null if no server is involved. */
  readonly originFailure: string | null;
  /** Why an image was not fetched (`not-public`); null if the value is no address of one. */
  readonly imageFailure: string | null;

  /** @param detail full sentences that name the variable, the received value and what is accepted */
  constructor(
    variable: string | null,
    detail: string,
    originFailure: string | null = null,
    imageFailure: string | null = null,
  ) {
    super(detail);
    this.variable = variable;
    this.originFailure = originFailure;
    this.imageFailure = imageFailure;
  }
}
