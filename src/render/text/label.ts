import type { Color } from '../scene/paint.ts';
import type { SceneText } from '../scene/text.ts';

/** A short text that is not in the template: below barcodes, or on the boxes of an inspection. */
interface Label {
  readonly text: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly lineHeight: number;
  readonly color: Color;
  readonly align: 'left' | 'center';
  readonly overflow: 'visible' | 'shrink';
}

/** Builds a text element of one line in Inter. */
export function labelElement(label: Label): SceneText {
  const { text, box, fontSize, fontWeight, lineHeight, color, align, overflow } = label;
  return {
    type: 'text',
    id: '',
    ...box,
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    shadow: null,
    blur: 0,
    runs: [
      {
        text,
        fontFamily: 'Inter',
        fontSize,
        fontWeight,
        fontStyle: 'normal',
        color: { type: 'solid', color },
        letterSpacing: 0,
        decoration: 'none',
      },
    ],
    lineHeight,
    align,
    verticalAlign: 'middle',
    direction: 'ltr',
    overflow,
    minFontSize: 1,
    maxLines: 1,
    wrap: false,
    hyphens: 'none',
    language: null,
    stroke: null,
    highlight: null,
  };
}
