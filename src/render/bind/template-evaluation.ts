import type { StepBudget } from '../../common/expressions/budget.ts';
import { ExpressionError } from '../../common/expressions/expression-error.ts';
import type { ExtraValues } from '../../common/expressions/extra-names.ts';
import type { Moment } from '../../common/expressions/functions.ts';
import { collectExpressions, type Evaluate } from '../../common/expressions/template-expressions.ts';
import type { BoundValues } from '../../common/values/values.ts';
import type { PaletteSource } from './palette.ts';

/** What a template's expressions are evaluated with, in all of its parts. */
interface EvaluationInput {
  readonly document: PaletteSource;
  readonly values: BoundValues;
  readonly moment: Moment;
  /** The steps of one page. */
  readonly budget: StepBudget;
}

/** Evaluates the expressions of a template with the values of one request. */
export class TemplateEvaluation {
  readonly isLenient: boolean;
  readonly #input: EvaluationInput;
  readonly #strict: TemplateEvaluation;
  #evaluate: Evaluate | undefined;

  /**
   * @param isLenient whether expressions that fail are empty
   * @param strict the evaluation that a lenient one takes results from
   */
  constructor(input: EvaluationInput, isLenient: boolean, strict?: TemplateEvaluation) {
    this.#input = input;
    this.isLenient = isLenient;
    this.#strict = strict ?? this;
  }

  get budget(): StepBudget {
    return this.#input.budget;
  }

  /** The template's time zone. */
  get timeZone(): string | undefined {
    return this.#input.moment.timeZone;
  }

  /**
   * @param formatted takes the texts that formats make
   * @throws ExpressionError
   */
  evaluate(expression: string, extra: ExtraValues | undefined, formatted?: string[]): unknown {
    const evaluate = this.#strict.#prepare();
    try {
      return evaluate(expression, extra, formatted);
    } catch (error) {
      if (this.isLenient && error instanceof ExpressionError) return null;
      throw error;
    }
  }

  /** The same evaluation, where expressions that fail are empty. */
  asLenient(): TemplateEvaluation {
    return new TemplateEvaluation(this.#input, true, this.#strict);
  }

  #prepare(): Evaluate {
    const { document, values, moment, budget } = this.#input;
    return (this.#evaluate ??= collectExpressions(document).forValues(values, moment, budget));
  }
}
