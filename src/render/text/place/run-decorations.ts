import type { FontBook } from '../../fonts/font-book.ts';
import type { DecorationStyle } from '../../scene/text.ts';
import type { AnalysedText } from '../analyse/analyse-element.ts';
import type { Attempt } from './measured-text.ts';
import type { Decoration } from '../text-layout.ts';

/** The decoration of each run; runs that inherit it share one. */
export function listDecorations(
  { element, stacks }: AnalysedText,
  { scale, sizes }: Attempt,
  fonts: FontBook,
): (Decoration | null)[] {
  const { decorationStyle } = element;
  let shared: Decoration | undefined;
  return element.runs.map((run, index) => {
    if (run.decoration === 'none') return null;
    const [face, fontSize] = [stacks[index]?.primary, sizes[index]?.fontSize];
    if (face === undefined || fontSize === undefined) throw new RangeError('a run has no font');
    if (run.inheritsDecoration !== true || decorationStyle === undefined)
      return {
        kind: run.decoration,
        face,
        fontSize,
        color: run.decorationColor ?? run.color,
        ...decorationLengths(run, scale),
        shift: sizes[index]?.shift ?? 0,
      };
    const { fontFamily, fontWeight, fontStyle, fontVariations, color } = decorationStyle;
    shared ??= {
      kind: run.decoration,
      face: fonts.stack(fontFamily, fontWeight, fontStyle, fontVariations).primary,
      fontSize: decorationStyle.fontSize * scale,
      color: decorationStyle.decorationColor ?? color,
      ...decorationLengths(decorationStyle, scale),
      shift: 0,
    };
    return shared;
  });
}

function decorationLengths(style: DecorationStyle, scale: number): Pick<Decoration, 'thickness' | 'offset'> {
  const { decorationThickness: thickness, decorationOffset: offset } = style;
  return {
    thickness: thickness === undefined ? null : thickness * scale,
    offset: offset === undefined ? null : offset * scale,
  };
}
