/** Styles of parts of a text. */
import type { TextElement, TextRun } from '../template.ts';
import { unset, type Design, type EditOptions } from '../design.ts';
import { changeElement, setKey } from './content.ts';
import { readText } from './type-text.ts';

/** A part of the text of all runs together. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** What a key turns on and off. */
export type TextStyle = 'bold' | 'italic' | 'underline';

/** Turns a style of a part of a text on, or off where all of the part has it. */
export function toggleStyle(design: Design, id: string, range: TextRange, style: TextStyle): Design {
  return changeElement(design, id, (element) => {
    if (element.type !== 'text' || range.from >= range.to) return;
    const isAll = range.from === 0 && range.to === readText(element).length;
    if (isAll && element.runs === undefined) {
      setStyle(element, {}, style, !hasStyle(element, style));
      return;
    }
    splitText(element, range);
    const chosen = runsIn(element, range);
    const isOn = chosen.every((run) => hasStyle({ ...element, ...run }, style));
    for (const run of chosen) setStyle(run, element, style, !isOn);
    joinAlike(element);
  });
}

/** A part of a text as runs, without a change of it; null if it is none, or all of a text of one style. */
export function partOf(element: TextElement, { from, to }: TextRange): readonly TextRun[] | null {
  const { length } = readText(element);
  const range = { from, to: Math.min(to, length) };
  const isAll = from === 0 && range.to === length && element.runs === undefined;
  if (isAll || range.from >= range.to) return null;
  const copy = JSON.parse(JSON.stringify(element)) as TextElement;
  splitText(copy, range);
  return runsIn(copy, range);
}

/** Changes the style of a part of a text: neighbours of the same style are one run then. */
export function changePart(
  design: Design,
  id: string,
  range: TextRange,
  recipe: (run: TextRun) => void,
  options: EditOptions = {},
): Design {
  return changeElement(
    design,
    id,
    (element) => {
      if (element.type !== 'text' || range.from >= range.to) return;
      splitText(element, range);
      runsIn(element, range).forEach(recipe);
      joinAlike(element);
    },
    options,
  );
}

/** Makes a part of a text runs of their own. */
export function splitText(element: TextElement, { from, to }: TextRange): void {
  const runs = element.runs ?? [{ text: element.text ?? '' }];
  let start = 0;
  element.runs = runs.flatMap((run) => {
    const end = start + run.text.length;
    const cuts = [start, ...[from, to].filter((place) => place > start && place < end), end];
    const parts = cuts.slice(1).map((cut, index) => ({
      ...run,
      text: run.text.slice(cuts[index]! - start, cut - start),
    }));
    start = end;
    return parts;
  });
  unset(element, 'text');
}

function runsIn({ runs = [] }: TextElement, { from, to }: TextRange): TextRun[] {
  let start = 0;
  return runs.filter(({ text }) => {
    const at = start;
    start += text.length;
    return at >= from && start <= to && text !== '';
  });
}

type Styled = Pick<TextElement, 'fontWeight' | 'fontStyle' | 'decoration'>;

function hasStyle({ fontWeight = 400, fontStyle, decoration }: Styled, style: TextStyle): boolean {
  if (style === 'bold') return fontWeight >= 600;
  return style === 'italic' ? fontStyle === 'italic' : decoration === 'underline';
}

/** Sets a style of a run, or of a text; what is so without it is not said. */
function setStyle(run: Styled, element: Styled, style: TextStyle, isOn: boolean): void {
  if (style === 'bold') {
    const weight = isOn ? 700 : 400;
    setKey(run, 'fontWeight', (element.fontWeight ?? 400) === weight ? undefined : weight);
  } else if (style === 'italic') {
    const slant = isOn ? 'italic' : 'normal';
    setKey(run, 'fontStyle', (element.fontStyle ?? 'normal') === slant ? undefined : slant);
  } else {
    const line = isOn ? 'underline' : 'none';
    setKey(run, 'decoration', (element.decoration ?? 'none') === line ? undefined : line);
  }
}

/** Makes one run of neighbours of the same style; a single one without a style is the text itself. */
function joinAlike(element: TextElement): void {
  const joined: TextRun[] = [];
  for (const run of element.runs ?? []) {
    const last = joined.at(-1);
    if (last !== undefined && getStyle(last) === getStyle(run)) last.text += run.text;
    else if (run.text !== '') joined.push(run);
  }
  const [only] = joined;
  if (joined.length === 1 && getStyle(only!) === '{}') {
    element.text = only!.text;
    unset(element, 'runs');
  } else {
    element.runs = joined;
  }
}

function getStyle({ text: _, ...style }: TextRun): string {
  return JSON.stringify(Object.fromEntries(Object.entries(style).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
