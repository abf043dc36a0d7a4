import type { Loss } from './design.ts';

/** The most losses that are listed, so that a broken file does not make an endless list. */
const maxLosses = 2_000;

/** The losses of one conversion, each listed once. */
export class LossList {
  readonly #byKey = new Map<string, Loss>();
  #more = 0;

  add(element: string, property: string, reason: string): void {
    const loss: Loss = { element: shorten(element), property: shorten(property), reason };
    const key = JSON.stringify([loss.element, loss.property, reason]);
    if (this.#byKey.has(key)) return;
    if (this.#byKey.size < maxLosses) this.#byKey.set(key, loss);
    else this.#more += 1;
  }

  list(): Loss[] {
    const losses = [...this.#byKey.values()];
    if (this.#more > 0)
      losses.push({ element: '', property: 'losses', reason: `There are ${this.#more} more.` });
    return losses;
  }
}

/** Names are those of foreign files: of any length, with any characters. */
function shorten(text: string): string {
  const printable = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return printable.length <= 120 ? printable : `${printable.slice(0, 119)}…`;
}
