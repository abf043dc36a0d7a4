import type { Color } from '../scene.ts';
import { canonicalColor, type ColorReader } from './colors.ts';
import { fillPlaceholders, variablesIn } from './placeholders.ts';
import { VariableError } from './variable-error.ts';

/** What an empty value makes of a colour: nothing is painted. */
const nothing: Color = '#00000000';

/** Reads the strings of a template with the values of one request in them. */
export class ValueReader {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  /** Text with its placeholders filled. */
  text(template: string): string {
    return fillPlaceholders(template, this.#values);
  }

  /** Shown where the variable's value is not empty, not `false` and not `0`; a plain boolean speaks for itself. */
  visible(visible: string | boolean | undefined): boolean {
    if (typeof visible !== 'string') return visible ?? true;
    return !['', 'false', '0'].includes(this.text(visible));
  }

  /** A colour, canonical. Throws VariableError where the filled text is none; empty is transparent. */
  readonly color: ColorReader = (template) => {
    const filled = this.text(template).trim();
    if (filled === '') return nothing;
    const color = canonicalColor(filled);
    if (color !== null) return color;
    const [name] = variablesIn(template);
    const shown = JSON.stringify(filled.length > 40 ? `${filled.slice(0, 40)}…` : filled);
    const expected = 'a colour: #rgb, #rgba, #rrggbb or #rrggbbaa';
    throw name === undefined
      ? new VariableError(null, `The template has ${shown} where it needs ${expected}.`)
      : new VariableError(
          name,
          `Variable "${name}" is used as a colour and must make ${expected}, but received ${shown}.`,
        );
  };
}
