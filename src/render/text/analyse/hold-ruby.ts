import type { SceneText } from '../../scene/text.ts';
import type { Paragraph } from './analysed-text.ts';

/** Whether a text has readings. */
export function hasRuby({ runs }: SceneText): boolean {
  return runs.some(({ ruby }) => ruby !== undefined);
}

/** Lines do not break inside a run with a reading. */
export function holdRuby({ runs }: SceneText, paragraphs: readonly Paragraph[]): Paragraph[] {
  return paragraphs.map((paragraph) => {
    const { items } = paragraph;
    const opportunities = paragraph.opportunities.slice();
    for (const [index, { run, start, end }] of items.entries()) {
      if (runs[run]?.ruby === undefined) continue;
      const from = items[index - 1]?.run === run ? start : start + 1;
      opportunities.fill(0, from, end);
    }
    return { ...paragraph, opportunities };
  });
}
