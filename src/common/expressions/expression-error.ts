/** An expression that could not be evaluated. The message continues a sentence about the expression. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** The expression; empty until the one that evaluates it is known. */
  readonly expression: string;
  /** The variable whose missing value is the reason, else null. */
  readonly variable: string | null;

  constructor(reason: string, expression = '', variable: string | null = null) {
    super(reason);
    this.expression = expression;
    this.variable = variable;
  }
}
