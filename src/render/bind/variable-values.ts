import { VariableError } from '../errors.ts';
import type { Color } from '../scene.ts';
import { canonicalColor, COLOR_KINDS } from './colors.ts';
import { fillPlaceholders, variablesIn } from './placeholders.ts';

const transparent: Color = '#00000000';

/** Fills the placeholders of a template's strings with the values of one request. */
export class VariableValues {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  text(template: string): string {
    return fillPlaceholders(template, this.#values);
  }

  /** A string is visible unless it is empty, `false` or `0` after filling. */
  isVisible(visible: string | boolean | undefined): boolean {
    if (typeof visible !== 'string') return visible ?? true;
    return !['', 'false', '0'].includes(this.text(visible));
  }

  /** A colour as `#rrggbbaa`; an empty text is transparent. Throws VariableError for anything else. */
  readonly color = (template: string): Color => {
    const filled = this.text(template).trim();
    if (filled === '') return transparent;
    const color = canonicalColor(filled);
    if (color !== null) return color;
    const [name] = variablesIn(template);
    const shown = JSON.stringify(filled.length > 40 ? `${filled.slice(0, 40)}…` : filled);
    throw name === undefined
      ? new VariableError(null, `The template has ${shown} where it needs ${COLOR_KINDS}.`)
      : new VariableError(
          name,
          `Variable "${name}" is used as a colour and must make ${COLOR_KINDS}, but received ${shown}.`,
        );
  };
}
