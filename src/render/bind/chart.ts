import type { ChartElement, TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { VariableError } from '../errors.ts';
import { ExpressionError } from '../../common/expressions/expression-error.ts';
import type { SceneChart } from '../scene/chart.ts';
import type { Color } from '../scene/paint.ts';
import { toPx } from '../../common/lengths/units.ts';
import { chartData } from './chart-data.ts';
import { isInkNotation } from '../../common/colors/ink-colors.ts';
import { fillTitles, titleKeys, titlesIn } from '../../common/placeholders/chart-titles.ts';
import { fillPlaceholders } from '../../common/placeholders/placeholders.ts';
import type { BoundValues } from '../../common/values/values.ts';
import { listElements } from './document-pages.ts';
import type { ElementBase } from './base.ts';
import type { BindContext } from './context.ts';

/** Binds a chart: its specification with its titles filled, and the lists and values that it names. */
export function bindChart(element: ChartElement, base: ElementBase, context: BindContext): SceneChart {
  const { variables, document, locale, textLimit } = context;
  const { alt, fontFamily, color, palette } = element;
  const templates = titlesIn(element.spec).map((title) => title.text);
  const filled: string[] = [];
  const spec = fillTitles(element.spec, (title) => {
    const value = variables.text(title);
    filled.push(value);
    return value;
  });
  textLimit.add(templates, filled, variables);
  const text = JSON.stringify(element.spec);
  const isNamed = (name: string): boolean => text.includes(name);
  const isInked = /(?:device-cmyk|ink)\(/iu.test(text);
  return {
    ...base,
    type: 'chart',
    ...(alt === undefined ? {} : { alt: variables.text(alt) }),
    spec: isInked ? bindInks(spec, variables) : spec,
    ...variables.chartData(isNamed),
    theme: {
      fontFamily: fontFamily ?? document.fonts?.[0]?.family ?? 'Inter',
      color: color === undefined ? firstTextColor(context) : variables.color(color),
      colors: palette === undefined ? shapeColors(context) : palette.map(variables.color),
    },
    locale,
  };
}

/** Converts the colours in inks of a specification: Vega hands on what it does not know. */
function bindInks(spec: SceneChart['spec'], variables: BindContext['variables']): SceneChart['spec'] {
  const bind = (node: unknown, key: string): unknown => {
    if (typeof node === 'string')
      return !titleKeys.has(key) && isInkNotation(node) ? variables.color(node) : node;
    if (typeof node !== 'object' || node === null || key === 'values' || key === 'datasets') return node;
    if (Array.isArray(node)) return node.map((inner: unknown) => bind(inner, key));
    return Object.fromEntries(Object.entries(node).map(([inner, value]) => [inner, bind(value, inner)]));
  };
  return bind(spec, '') as SceneChart['spec'];
}

/** A chart with values of a document's variables, to check whether it can be drawn. */
export function chartToCheck(
  { id, spec, width, height }: ChartElement,
  document: TemplateDocument,
  values: BoundValues,
): SceneChart {
  const text = JSON.stringify(spec);
  const filled = fillTitles(spec, (title) => fillPlaceholders(title, values));
  const side = (size: unknown, standard: number): number =>
    typeof size === 'number' && size > 0 ? toPx(size, document.viewportUnit ?? 'px') : standard;
  return {
    type: 'chart',
    id,
    x: 0,
    y: 0,
    width: side(width, 400),
    height: side(height, 300),
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    shadow: null,
    blur: 0,
    spec: filled,
    ...chartData(document.variables ?? [], values, (name) => text.includes(name)),
    theme: { fontFamily: 'Inter', color: '#000000ff', colors: [] },
    locale: 'en',
  };
}

/** The colour of the document's first text that has one; black without one. */
function firstTextColor(context: BindContext): Color {
  for (const element of allElements(context.document))
    if (element.type === 'text' && typeof element.color === 'string') {
      const color = getColor(element.color, context);
      if (color !== null) return color;
    }
  return '#000000ff';
}

/** Colours that marks may take from the template. */
const MAX_COLORS = 10;
/** The least distance between the strongest and the weakest channel of a colour that is no grey. */
const MIN_SATURATION = 48;

/** The saturated colours of the document's shapes, each once, in their order. */
function shapeColors(context: BindContext): Color[] {
  const found = new Set<Color>();
  for (const element of allElements(context.document)) {
    const fill = element.type === 'group' ? element.background?.fill : 'fill' in element && element.fill;
    if (typeof fill !== 'string') continue;
    const color = getColor(fill, context);
    if (color !== null && isSaturated(color)) found.add(color);
    if (found.size === MAX_COLORS) break;
  }
  return [...found];
}

function getColor(text: string, { variables }: BindContext): Color | null {
  try {
    return variables.color(text);
  } catch (error) {
    // The element itself reports it, if it is visible.
    if (error instanceof VariableError || error instanceof ExpressionError) return null;
    throw error;
  }
}

function isSaturated(color: Color): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 0] = [1, 3, 5, 7].map((at) =>
    parseInt(color.slice(at, at + 2), 16),
  );
  return alpha === 255 && Math.max(red, green, blue) - Math.min(red, green, blue) >= MIN_SATURATION;
}

function allElements(document: TemplateDocument): TemplateElement[] {
  return withMembers(listElements(document));
}

function withMembers(elements: readonly TemplateElement[]): TemplateElement[] {
  return elements.flatMap((element) =>
    element.type === 'group' ? [element, ...withMembers(element.elements)] : [element],
  );
}
