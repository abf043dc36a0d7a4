import type { TemplateDocument } from '../../../generated/template.ts';
import { checkPageCount, listPageEntries, type PageEntry } from './page-entries.ts';
import { bindDescription } from './description.ts';
import { checkRepeats } from './count-elements.ts';
import { elementCounter } from './repeat.ts';
import { bindElements, namingExpressions } from './bind-elements.ts';
import { bindPaint, COLOR_KINDS, readColor } from './colors.ts';
import { NO_DEFAULTS, type DefaultsUsed } from '../scene/used-defaults.ts';
import { bindLayout } from './sizing.ts';
import { collectSources } from './running.ts';
import { SourceList, type AssetSource } from './sources.ts';
import { MAX_FLOW_CHARACTERS, MAX_PAGE_CHARACTERS, TextLimit } from './text-limit.ts';
import { createVariableValues, type VariableValues } from './variable-values.ts';
import { conditionName, isProfilePath } from '../../common/colors/printing-conditions.ts';
import type { BoundValues } from '../../common/values/values.ts';
import { VariableError } from '../errors.ts';
import { documentDirection } from '../../common/text/language-direction.ts';
import { readLocale } from '../../common/expressions/locale.ts';
import type { Scene } from '../scene/scene.ts';
import { maxHeight, minHeight } from '../output-size.ts';
import { toPx } from '../../common/lengths/units.ts';

/** A scene and the files that it refers to. The files have not been read yet. */
export interface BoundTemplate {
  readonly scene: Scene;
  readonly sources: readonly AssetSource[];
}

export interface BindOptions {
  /** A colour that replaces the template's background. */
  readonly backgroundColor?: string | undefined;
  /** The locale of formats in expressions, as a BCP 47 tag. Default: the document's. */
  readonly locale?: string | undefined;
  /** The time of the request, for expressions. Default: the present time. */
  readonly now?: Date | undefined;
  /** Expressions that fail are empty: for pictures without the values of a request. */
  readonly isLenient?: boolean | undefined;
  /** The defaults that stand in for values, which are reported where they are drawn. Default: none. */
  readonly defaults?: DefaultsUsed | undefined;
}

/**
 * Turns a template and its variables' values into a scene: fills placeholders, applies defaults, converts
 * lengths to CSS pixels and colours to `#rrggbbaa`, and drops invisible elements, empty codes and empty
 * texts. Reads no file.
 *
 * @param values the result of `checkVariables`
 * @throws VariableError for a value that does not fit its place: a bad colour, URL or path, or too long a
 * text; for an expression that fails or makes no number where one is needed
 */
export function bindTemplate(
  document: TemplateDocument,
  values: BoundValues,
  options: BindOptions = {},
): BoundTemplate {
  const unit = document.viewportUnit ?? 'px';
  const px = (length: number) => toPx(length, unit);
  const { locale, now = new Date(), isLenient = false, defaults = NO_DEFAULTS } = options;
  const moment = { locale: readLocale(document, locale), now, timeZone: document.timeZone };
  const variables = createVariableValues(values, document, moment, isLenient);
  const sources = new SourceList(variables);
  const { language = null } = document;
  const description = bindDescription(document, variables);
  const hasDescription = Object.keys(description).length > 0;
  const direction = documentDirection(document);
  const attached = (['prepend', 'append'] as const).flatMap((place) =>
    (document[place] ?? []).map((path) => ({ place, path, asset: sources.addPdf(path) })),
  );
  const { outputProfile } = document;
  const profile =
    outputProfile !== undefined && isProfilePath(outputProfile)
      ? { path: outputProfile, asset: sources.addProfile(outputProfile) }
      : { name: conditionName(outputProfile) };
  const fonts = (document.fonts ?? []).map(({ family, weight = 400, style = 'normal', src }) => ({
    family,
    weight,
    style,
    asset: sources.addFont(src),
  }));
  const count = elementCounter();
  const bindPage = ({ page: found, at, entry, scope, groupId }: PageEntry): Scene => {
    const { page, viewport, background, layout, elements, running } = found;
    const [min, max] = [minHeight(viewport), maxHeight(viewport)];
    let isUnplaced = layout !== undefined || min < max || running.length > 0;
    const markUnplaced = () => {
      isUnplaced = true;
    };
    const textLimit = new TextLimit(page?.flow === true ? MAX_FLOW_CHARACTERS : MAX_PAGE_CHARACTERS);
    const formats = { document, locale: moment.locale };
    const shared = { px, ...formats, textLimit, language, direction, defaults, markUnplaced, count };
    const bound = bindElements(elements, layout, shared, scope);
    for (const { group } of running) collectSources(group, { ...shared, textLimit: new TextLimit() }, scope);
    return {
      title: document.name,
      ...(hasDescription ? { description } : {}),
      language,
      width: px(viewport.width),
      height: px(max),
      unit,
      bleed: px(document.bleed ?? 0),
      cropMarks: document.cropMarks ?? false,
      intent: document.viewportOutputIntent ?? 'screen',
      ...(outputProfile === undefined ? {} : { outputProfile: profile }),
      ...(document.rgbToCmyk === 'convert' ? { convertsToInks: true as const } : {}),
      background: namingExpressions('The background', () =>
        bindBackground(background, options.backgroundColor, scope.variables),
      ),
      fonts,
      elements: bound,
      ...(min < max ? { minHeight: px(min) } : {}),
      ...(layout === undefined ? {} : { layout: bindLayout(layout, px, direction) }),
      ...(isUnplaced ? { isUnplaced } : {}),
      ...(page === null ? {} : { pageId: page.id + scope.idSuffix }),
      ...(groupId === null ? {} : { pageGroupId: groupId }),
      ...(page?.flow === true ? { isFlow: true as const } : {}),
      ...(running.length === 0 ? {} : { running: { source, page: at, entry } }),
    };
  };
  const scope = { variables, sources, idSuffix: '' };
  for (const check of [checkPageCount, checkRepeats])
    check(document, { ...scope, variables: createVariableValues(values, document, moment, isLenient) });
  const source = { document, values, ...moment, isLenient, defaults };
  const [first, ...others] = listPageEntries(document, scope).map(bindPage);
  if (first === undefined) throw new Error('a document without pages is refused before it is bound');
  const scene = {
    ...first,
    ...(others.length === 0 ? {} : { others }),
    ...(attached.length === 0 ? {} : { attached }),
  };
  return { scene, sources: sources.list() };
}

function bindBackground(
  background: TemplateDocument['background'] = null,
  override: string | undefined,
  variables: VariableValues,
): Scene['background'] {
  if (override !== undefined) {
    const read = readColor(override, variables.palette);
    if ('color' in read) return { type: 'solid', color: read.color };
    const detail = `backgroundColor must be ${COLOR_KINDS}, but ${JSON.stringify(override)} ${read.wrong}.`;
    throw new VariableError(null, detail);
  }
  return background === null ? null : bindPaint(background, variables);
}
