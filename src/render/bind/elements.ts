import { bindLogo, moduleSizes, readCodeOptions } from './code-options.ts';
import type {
  Crop as TemplateCrop,
  GroupElement,
  Paint as TemplatePaint,
  Stroke as TemplateStroke,
  TemplateElement,
} from '../../../generated/template.ts';
import type { CornerRadii } from '../scene/element-base.ts';
import type { GroupBackground, SceneElement } from '../scene/elements.ts';
import type { Crop, Mask } from '../scene/image.ts';
import type { Color, Paint, Stroke } from '../scene/paint.ts';
import { bindPaint, canonicalColor } from './colors.ts';
import { bindChart } from './chart.ts';
import { bindBase, bindShadow, emptyBox, type ElementBase } from './base.ts';
import type { BindContext } from './context.ts';
import { bindFocusPoint } from './focus-point.ts';
import { drawnDefaults } from './default-uses.ts';
import { bindLink } from './links.ts';
import { numberRanges } from './number-ranges.ts';
import { bindLayout, isLength } from './sizing.ts';
import { bindTable } from './table/table.ts';
import { bindText } from './text.ts';
import type { VariableValues } from './variable-values.ts';

/**
 * Binds one element. Null if nothing of it is drawn: it is invisible, or an empty code or text.
 *
 * One case per element type. A new type needs a case here, an interface in `src/render/scene/`, and the cases
 * that the compiler then asks for (`draw/element.ts` draws it, `draw/bounds.ts` gives its extent).
 */
export function bindElement(element: TemplateElement, context: BindContext): SceneElement | null {
  if (!context.variables.isVisible(element.visible)) return null;
  const base = bindBase(element, context);
  const painted = bindPainted(element, base, context);
  if (painted === null) return emptyBox(base, context);
  const defaults = drawnDefaults(element, context.defaults, context.variables);
  return defaults.length === 0 ? painted : { ...painted, defaults };
}

function bindPainted(element: TemplateElement, base: ElementBase, context: BindContext): SceneElement | null {
  const { px, variables, sources, bindAll } = context;
  // The check of documents demands a view box where a side of the box is no number.
  const side = (size: TemplateElement['width'], key: 'width' | 'height') =>
    isLength(size) ? variables.number(size, numberRanges[key]) : 0;
  const paint = (fill: Parameters<typeof bindPaint>[0] | undefined) =>
    fill === undefined ? null : bindPaint(fill, variables);

  const backdrop = (deviation = 0) => (deviation === 0 ? {} : { backdropBlur: px(deviation) });
  const link = (given: string | undefined) => {
    const href = bindLink(given, element.id, variables);
    return href === undefined ? {} : { href };
  };
  const alternative = (alt: string | undefined) => (alt === undefined ? {} : { alt: variables.text(alt) });

  switch (element.type) {
    case 'text':
      return bindText(element, base, context);
    case 'image': {
      const {
        grayscale = 0,
        sepia = 0,
        saturate = 1,
        brightness = 1,
        contrast = 1,
        blur = 0,
      } = element.filters ?? {};
      const position = element.position === 'absolute' ? {} : (element.position ?? {});
      const asset = sources.addImage(element.src);
      return {
        ...base,
        type: 'image',
        ...(element.src.includes('{{') ? { showsValues: true } : {}),
        ...link(element.href),
        ...alternative(element.alt),
        asset,
        fit: element.fit ?? 'cover',
        ...(element.tileWidth === undefined ? {} : { tileWidth: px(element.tileWidth) }),
        position: typeof position === 'string' ? position : { x: position.x ?? 0.5, y: position.y ?? 0.5 },
        ...bindFocusPoint(element, asset, context),
        ...(element.crop === undefined ? {} : { crop: bindCrop(element.crop) }),
        ...(element.colors === undefined ? {} : { colors: bindColors(element.colors, variables) }),
        ...bindMask(element, context, {
          width: side(element.width, 'width'),
          height: side(element.height, 'height'),
        }),
        cornerRadius: bindRadii(element.cornerRadius, px),
        filters: { grayscale, sepia, saturate, brightness, contrast, blur: px(blur) },
      };
    }
    case 'rect':
      return {
        ...base,
        type: 'rect',
        ...backdrop(element.backdropBlur),
        fill: paint(element.fill),
        stroke: bindStroke(element.stroke, context),
        cornerRadius: bindRadii(element.cornerRadius, px),
      };
    case 'ellipse':
      return {
        ...base,
        type: 'ellipse',
        ...backdrop(element.backdropBlur),
        fill: paint(element.fill),
        stroke: bindStroke(element.stroke, context),
      };
    case 'line':
      return {
        ...base,
        type: 'line',
        stroke: bindStroke(element.stroke, context),
        cap: element.cap ?? 'butt',
      };
    case 'path':
      return {
        ...base,
        type: 'path',
        ...backdrop(element.backdropBlur),
        d: element.d,
        viewBox: bindViewBox(element.viewBox, {
          width: side(element.width, 'width'),
          height: side(element.height, 'height'),
        }),
        fill: paint(element.fill),
        stroke: bindStroke(element.stroke, context),
        fillRule: element.fillRule ?? 'nonzero',
      };
    case 'qrcode': {
      const value = variables.text(element.value);
      if (value === '') return null;
      const { margin = 4, moduleShape = 'square' } = element;
      return {
        ...base,
        type: 'qrcode',
        value,
        ...bindLogo(element, context),
        margin,
        ...(moduleShape === 'square' ? {} : { moduleShape }),
        ...moduleSizes(element, px),
        ...alternative(element.alt),
        ...codeColors(element, variables),
      };
    }
    case 'barcode': {
      const value = variables.text(element.value);
      if (value === '') return null;
      const { symbology, showText = true } = element;
      return {
        ...base,
        type: 'barcode',
        value,
        symbology,
        showText,
        ...(element.options === undefined ? {} : { options: readCodeOptions(element) }),
        ...(element.bearerBars === undefined ? {} : { bearerBars: element.bearerBars }),
        ...moduleSizes(element, px),
        ...alternative(element.alt),
        ...codeColors(element, variables),
      };
    }
    case 'chart':
      return bindChart(element, base, context);
    case 'table':
      return bindTable(element, base, context);
    case 'group':
      return {
        ...base,
        type: 'group',
        ...backdrop(element.backdropBlur),
        ...link(element.href),
        ...alternative(element.alt),
        elements: bindAll(element.elements, element.layout),
        clip: element.clip ?? 'none',
        ...bindMask(element, context, {
          width: side(element.width, 'width'),
          height: side(element.height, 'height'),
        }),
        cornerRadius: bindRadii(element.cornerRadius, px),
        ...(element.background === undefined ? {} : { background: bindBackground(element, context) }),
        ...(element.layout === undefined
          ? {}
          : { layout: bindLayout(element.layout, px, context.direction) }),
      };
  }
}

/** A picture whose source is empty masks nothing. */
function bindMask(
  { mask }: Pick<GroupElement, 'mask'>,
  { sources }: BindContext,
  box: { readonly width: number; readonly height: number },
): { readonly mask?: Mask } {
  if (mask === undefined) return {};
  const { d, src, viewBox, fillRule = 'nonzero' } = mask;
  if (d !== undefined) return { mask: { type: 'path', d, viewBox: bindViewBox(viewBox, box), fillRule } };
  const asset = src === undefined ? null : sources.addImage(src);
  return asset === null ? {} : { mask: { type: 'picture', asset } };
}

function bindColors(
  colors: Readonly<Record<string, TemplatePaint>>,
  variables: VariableValues,
): Readonly<Record<Color, Paint>> {
  return Object.fromEntries(
    Object.entries(colors).map(([from, to]) => [canonicalColor(from) ?? from, bindPaint(to, variables)]),
  );
}

/** Import warns of a part that reaches beyond the picture; it ends at its edge. */
function bindCrop({ x = 0, y = 0, width = 1, height = 1 }: TemplateCrop): Crop {
  return { x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) };
}

function bindBackground(element: GroupElement, context: BindContext): GroupBackground {
  const { px, variables } = context;
  const { fill, stroke, cornerRadius = element.cornerRadius, shadow } = element.background ?? {};
  return {
    fill: fill === undefined ? null : bindPaint(fill, variables),
    stroke: bindStroke(stroke, context),
    cornerRadius: bindRadii(cornerRadius, px),
    shadow: shadow === undefined ? null : bindShadow(shadow, px, variables),
  };
}

function bindStroke(stroke: TemplateStroke | undefined, { px, variables }: BindContext): Stroke | null {
  if (stroke === undefined || stroke.width === 0) return null;
  const { color = '#000', width = 1, dash = [], dashOffset, cap, join, miterLimit, align } = stroke;
  const paint = bindPaint(color, variables);
  return {
    color: paint.type === 'solid' ? paint.color : paint,
    width: px(width),
    dash: dash.map(px),
    ...(dashOffset === undefined ? {} : { dashOffset: px(dashOffset) }),
    ...(cap === undefined ? {} : { cap }),
    ...(join === undefined ? {} : { join }),
    ...(miterLimit === undefined ? {} : { miterLimit }),
    ...(align === undefined || align === 'center' ? {} : { align }),
  };
}

function bindRadii(radius: number | readonly number[] | undefined, px: BindContext['px']): CornerRadii {
  const [topLeft = 0, topRight = 0, bottomRight = 0, bottomLeft = 0] =
    typeof radius === 'object' ? radius : Array<number>(4).fill(radius ?? 0);
  return [px(topLeft), px(topRight), px(bottomRight), px(bottomLeft)];
}

/** Without a view box, path data is in the template's unit and starts at the corner of the element's box. */
function bindViewBox(
  viewBox: readonly number[] | undefined,
  box: { readonly width: number; readonly height: number },
): [number, number, number, number] {
  const [x = 0, y = 0, width = box.width, height = box.height] = viewBox ?? [];
  return [x, y, width, height];
}

function codeColors(element: { color?: string; background?: string }, variables: VariableValues) {
  const { color = '#000', background } = element;
  return {
    color: variables.color(color),
    background: background === undefined ? null : variables.color(background),
  };
}
