/** The longest id that an element gets. */
const maxLength = 60;

/** Gives elements their ids: the names that the design's author knows, each once. */
export class ElementNames {
  readonly #nameById = new Map<string, string>();
  readonly #lastNumber = new Map<string, number>();

  /** The id of an element; `name` may be empty or already in use. Double braces become single ones. */
  idFor(name: string, type: string): string {
    const clean = name
      .toWellFormed()
      .replaceAll(/([{}])\1+/gu, '$1')
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, maxLength)
      .trim();
    const base = clean === '' ? type : clean.toWellFormed();
    let id = base;
    // Thousands of elements may have one name.
    let number = this.#lastNumber.get(base) ?? 1;
    while (this.#nameById.has(id)) {
      number += 1;
      id = `${base} ${number}`;
    }
    this.#lastNumber.set(base, number);
    this.#nameById.set(id, clean === '' ? id : name);
    return id;
  }

  /** The names by id. */
  get all(): ReadonlyMap<string, string> {
    return this.#nameById;
  }
}

/**
 * A name of its own for each of a design's elements: the second `photo` is `photo 2`. Losses and variables
 * say by it which one they concern.
 */
export function namesApart<Element>(
  elements: Iterable<Element>,
  read: (element: Element) => string,
): Map<Element, string> {
  const named = [...elements].map((element) => [element, read(element)] as const);
  const taken = new Set(named.map(([, name]) => name));
  const numbers = new Map<string, number>();
  return new Map(
    named.map(([element, name]) => {
      let number = (numbers.get(name) ?? 0) + 1;
      while (number > 1 && taken.has(`${name} ${number}`)) number += 1;
      numbers.set(name, number);
      return [element, number === 1 ? name : `${name} ${number}`];
    }),
  );
}
