/** What a render stumbled over: a picture, a code's value, or the size and kind of the output asked for. */
export type RenderInputKind = 'image' | 'code' | 'output';

/**
 * A render that cannot be made because of what it was given, not because the renderer failed. The caller (where
 * `variable` names one of theirs) or the template's author has to change something; trying again does not help.
 */
export class RenderInputError extends Error {
  override readonly name = 'RenderInputError';
  readonly kind: RenderInputKind;
  /** The variable whose value is at fault; null where the template's own file or the output settings are. */
  readonly variable: string | null;
  /** In plain words; goes on after the variable's name ("is not a picture that can be decoded"), or is a sentence. */
  readonly reason: string;

  /** `subject` opens the message where no variable is at fault: a file of the template, for example. */
  constructor(kind: RenderInputKind, variable: string | null, reason: string, subject = '') {
    const at = variable !== null ? `Variable "${variable}"` : subject;
    super(`${at} ${reason}`.trim());
    this.kind = kind;
    this.variable = variable;
    this.reason = variable === null ? this.message : reason;
  }
}
