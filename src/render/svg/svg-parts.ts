import { tag, type Attributes } from './markup.ts';
import type { ContextState } from './state.ts';

/**
 * The markup of a context. Clips are attributes of groups, so that they do not isolate what blends with the
 * page; shapes with the same clips share a group. A clip inside of another one is a group inside of its
 * group: Inkscape, CairoSVG and librsvg 2.54 ignore the clip of a `clipPath`.
 */
export class SvgParts {
  /** Markup, and the clips of its last part. */
  readonly #parts: { readonly clips: readonly string[]; readonly shapes: string[] }[] = [];

  /** All that was added. */
  write(): string {
    return this.#parts.map(({ clips, shapes }) => clipMarkup(shapes.join(''), clips)).join('');
  }

  /** Adds an element inside of the current clip, with the current blend mode. */
  add(
    { clips, globalCompositeOperation: operation }: ContextState,
    name: string,
    attributes: Attributes,
    content: string,
  ): void {
    if (operation !== 'source-over') {
      // A group with a clip isolates what blends inside of it, so that the outermost group blends.
      const mode = operation === 'lighter' ? 'plus-lighter' : operation;
      const [outer, ...inner] = clips;
      const shape = clipMarkup(tag(name, attributes, content), inner);
      const blended = { 'clip-path': outer, style: `mix-blend-mode:${mode}` };
      this.#parts.push({ clips: [], shapes: [tag('g', blended, shape)] });
      return;
    }
    const last = this.#parts.at(-1);
    const shapes = last !== undefined && isSame(last.clips, clips) ? last.shapes : [];
    if (shapes.length === 0) this.#parts.push({ clips, shapes });
    shapes.push(tag(name, attributes, content));
  }
}

/** Markup inside of clips, of which the first is the outermost. */
function clipMarkup(markup: string, clips: readonly string[]): string {
  return clips.reduceRight((content, clip) => tag('g', { 'clip-path': clip }, content), markup);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((clip, at) => clip === other[at]));
}
