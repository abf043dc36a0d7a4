import type { TextElement } from '../../../generated/template.ts';
import type { SceneText } from '../scene.ts';
import { bindPaint } from './colors.ts';
import type { BindContext, BoundBase } from './context.ts';
import { transformRuns } from './text-transform.ts';

/** In CSS pixels, whatever the template's unit. */
const defaultFontSizePx = 16;
const defaultMinFontSizePx = 8;

/** A text element with values in it; a plain `text` becomes one run. Null where it says nothing. */
export function bindText(
  element: TextElement,
  base: BoundBase,
  { px, reader, allowance, language: documentLanguage }: BindContext,
): SceneText | null {
  const { language = documentLanguage } = element;
  const given = element.runs ?? [{ text: element.text ?? '' }];
  const templates = given.map(({ text }) => text);
  const filled = templates.map((text) => reader.text(text));
  allowance.take(templates, filled);
  const texts = transformRuns(filled, element.transform ?? 'none', language);
  if (texts.every((text) => text === '')) return null;

  const runs = given.map((run, index) => {
    const style = { ...element, ...run };
    return {
      text: texts[index] ?? '',
      fontFamily: style.fontFamily ?? 'Inter',
      fontSize: style.fontSize === undefined ? defaultFontSizePx : px(style.fontSize),
      fontWeight: style.fontWeight ?? 400,
      fontStyle: style.fontStyle ?? 'normal',
      color: bindPaint(style.color ?? '#000', reader.color),
      letterSpacing: px(style.letterSpacing ?? 0),
      decoration: style.decoration ?? 'none',
    };
  });
  const { stroke, highlight } = element;
  return {
    ...base,
    type: 'text',
    runs,
    lineHeight: element.lineHeight ?? 1.2,
    align: element.align ?? 'start',
    verticalAlign: element.verticalAlign ?? 'top',
    direction: element.direction ?? 'auto',
    overflow: element.overflow ?? 'ellipsis',
    minFontSize: element.minFontSize === undefined ? defaultMinFontSizePx : px(element.minFontSize),
    maxLines: element.maxLines ?? null,
    wrap: element.wrap ?? true,
    hyphens: element.hyphens ?? 'manual',
    language,
    stroke:
      stroke === undefined || stroke.width === 0
        ? null
        : { color: reader.color(stroke.color ?? '#000'), width: px(stroke.width ?? 1) },
    highlight:
      highlight === undefined
        ? null
        : {
            color: reader.color(highlight.color),
            padding: px(highlight.padding ?? 0),
            cornerRadius: px(highlight.cornerRadius ?? 0),
          },
  };
}
