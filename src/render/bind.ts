import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { bindPaint, canonicalColor } from './bind/colors.ts';
import { bindElement } from './bind/elements.ts';
import { SourceList, type AssetSource } from './bind/sources.ts';
import { TextAllowance } from './bind/text-allowance.ts';
import { ValueReader } from './bind/value-reader.ts';
import { VariableError } from './bind/variable-error.ts';
import type { Scene, SceneElement } from './scene.ts';
import { toPx } from './units.ts';

/** A scene together with the files that it refers to, none of which has been read yet. */
export interface BoundTemplate {
  readonly scene: Scene;
  readonly sources: readonly AssetSource[];
}

export interface BindOptions {
  /** A hex colour that takes the place of the template's background. */
  readonly backgroundColor?: string | undefined;
}

/**
 * Puts values into a template: placeholders filled, defaults applied, lengths in CSS pixels, colours canonical, invisible
 * elements and empty codes left out. Pure: the same input gives the same scene, and no file is opened.
 *
 * Throws VariableError where a value cannot stand where the template puts it (no colour, no address, no path, too long a text).
 *
 * @param values what `checkVariables` returned
 */
export function bindTemplate(
  document: TemplateDocument,
  values: ReadonlyMap<string, string>,
  options: BindOptions = {},
): BoundTemplate {
  const unit = document.viewportUnit ?? 'px';
  const px = (length: number) => toPx(length, unit);
  const reader = new ValueReader(values);
  const sources = new SourceList(values);
  const allowance = new TextAllowance(reader);

  const { language = null } = document;
  const bindAll = (elements: readonly TemplateElement[]): SceneElement[] =>
    elements.flatMap(
      (element) => bindElement(element, { px, reader, sources, allowance, language, bindAll }) ?? [],
    );

  const fonts = (document.fonts ?? []).map(({ family, weight = 400, style = 'normal', src }) => ({
    family,
    weight,
    style,
    asset: sources.addFont(src),
  }));
  const scene: Scene = {
    title: document.name,
    language,
    width: px(document.viewport.width),
    height: px(document.viewport.height),
    bleed: px(document.bleed ?? 0),
    cropMarks: document.cropMarks ?? false,
    intent: document.viewportOutputIntent ?? 'screen',
    background: bindBackground(document, options.backgroundColor, reader),
    fonts,
    elements: bindAll(document.elements),
  };
  return { scene, sources: sources.list() };
}

function bindBackground(
  document: TemplateDocument,
  override: string | undefined,
  reader: ValueReader,
): Scene['background'] {
  if (override !== undefined) {
    const color = canonicalColor(override);
    if (color === null) {
      throw new VariableError(
        null,
        `backgroundColor must be a colour such as #ffcc00, but received ${JSON.stringify(override)}.`,
      );
    }
    return { type: 'solid', color };
  }
  const { background = null } = document;
  return background === null ? null : bindPaint(background, reader.color);
}
