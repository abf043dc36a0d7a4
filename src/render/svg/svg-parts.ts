import { tag, type Attributes } from './markup.ts';
import type { ContextState } from './state.ts';

/**
 * The markup of a context. Clips are attributes of groups, so that they do not isolate what blends with the
 * page; shapes with the same clip share a group.
 */
export class SvgParts {
  /** Markup, and the clip of its last part. */
  readonly #parts: { readonly clip: string | undefined; readonly shapes: string[] }[] = [];

  /** All that was added. */
  write(): string {
    return this.#parts
      .map(({ clip, shapes }) =>
        clip === undefined ? shapes.join('') : tag('g', { 'clip-path': clip }, shapes.join('')),
      )
      .join('');
  }

  /** Adds an element inside of the current clip, with the current blend mode. */
  add(
    { clip, globalCompositeOperation: operation }: ContextState,
    name: string,
    attributes: Attributes,
    content: string,
  ): void {
    if (operation !== 'source-over') {
      // An element that blends must not be in a group with a clip, which would isolate it.
      const mode = operation === 'lighter' ? 'plus-lighter' : operation;
      const shape = tag(name, attributes, content);
      const blended = { 'clip-path': clip, style: `mix-blend-mode:${mode}` };
      this.#parts.push({ clip: undefined, shapes: [tag('g', blended, shape)] });
      return;
    }
    const last = this.#parts.at(-1);
    const shapes = last !== undefined && last.clip === clip ? last.shapes : [];
    if (shapes.length === 0) this.#parts.push({ clip, shapes });
    shapes.push(tag(name, attributes, content));
  }
}
