/** A variable's value that cannot be used where the template puts it. The caller's mistake: never retried, answered with 400. */
export class VariableError extends Error {
  override readonly name = 'VariableError';
  /** The variable to blame; null where the template itself is at fault (a literal that only rendering could judge). */
  readonly variable: string | null;

  /** @param detail one or more whole sentences: what was given, what is accepted; names the variable already */
  constructor(variable: string | null, detail: string) {
    super(detail);
    this.variable = variable;
  }
}
