import { surveyJson } from './json-text.ts';

/** A value as JSON. */
export class WrittenJson {
  readonly text: string;
  #depth: number | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Maximum nesting of brackets. */
  get depth(): number {
    return (this.#depth ??= surveyJson(this.text).depth);
  }
}

const written = new WeakMap<object, WrittenJson>();

/**
 * Writes an object that never changes, such as a document, as JSON: once, as writing one of 2 MB takes 10 ms,
 * and limits, checks, caches, threads and the database all need it.
 */
export function writeOnce(value: object): WrittenJson {
  const known = written.get(value);
  if (known !== undefined) return known;
  const json = new WrittenJson(JSON.stringify(value));
  written.set(value, json);
  return json;
}

/** Keeps an object as JSON, as `JSON.stringify` writes it, so that `writeOnce` need not write it. */
export function rememberWritten(value: object, text: string): void {
  written.set(value, new WrittenJson(text));
}
