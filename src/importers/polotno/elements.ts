import type { Shadow, TemplateElement } from '../../../generated/template.ts';
import type { PolotnoElement, PolotnoGroup, PolotnoLine } from '../../../generated/designs/polotno.ts';
import { around, aboutMiddle, rounded, type DesignBox } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor } from '../css-paint.ts';
import type { CommonKeys } from './common-keys.ts';
import { convertFigure } from './figures.ts';
import { convertPicture } from './pictures.ts';
import { convertText } from './texts.ts';

/** Converts elements, those at the back first. */
export async function convertElements(
  elements: readonly PolotnoElement[],
  builder: TemplateBuilder,
): Promise<TemplateElement[]> {
  const converted: TemplateElement[] = [];
  for (const element of elements) {
    const name = getName(element);
    if (!builder.hasRoom(name)) break;
    converted.push(...(await convertElement(element, name, builder)));
  }
  return converted;
}

/** The name of an element: its own, its id, or its type. */
export function getName({ name, id, type }: PolotnoElement): string {
  return [name, id].find((label) => label !== undefined && label !== '') ?? type;
}

async function convertElement(
  element: PolotnoElement,
  name: string,
  builder: TemplateBuilder,
): Promise<TemplateElement[]> {
  loseCommon(element, name, builder);
  switch (element.type) {
    case 'text':
      return convertText(element, getCommon(element, name, builder), name, builder);
    case 'image':
    case 'gif':
    case 'svg':
      return await convertPicture(element, getCommon(element, name, builder), name, builder);
    case 'figure':
      return convertFigure(element, getCommon(element, name, builder), name, builder);
    case 'line':
      return convertLine(element, getCommon(element, name, builder), name, builder);
    case 'group':
      return await convertGroup(element, name, builder);
    case 'video':
      builder.lose(name, 'video', 'A picture shows no film.');
      return [];
  }
}

/** Lists what no element of a template has. */
function loseCommon(element: PolotnoElement, name: string, builder: TemplateBuilder): void {
  if ((element.animations ?? []).length > 0) builder.lose(name, 'animations', 'A picture does not move.');
  for (const filter of Object.keys(element.filters ?? {}))
    builder.lose(name, `filters.${filter}`, 'The template has no such filter.');
  const isPicture = ['image', 'gif', 'svg'].includes(element.type);
  for (const filter of ['brightness', 'sepia', 'grayscale'] as const) {
    if (element[`${filter}Enabled`] === true && !isPicture)
      builder.lose(name, `${filter}Enabled`, 'Only pictures have filters.');
  }
}

function getCommon(element: PolotnoElement, name: string, builder: TemplateBuilder): CommonKeys {
  const { x = 0, y = 0, width = 100, height = 100, rotation = 0, opacity = 1, visible = true } = element;
  const { blurEnabled = false, blurRadius = 0, showInExport = true } = element;
  const shadow = getShadow(element, name, builder);
  return {
    id: builder.names.idFor(name, element.type),
    ...aboutMiddle({ x, y, width, height, rotation }),
    ...(opacity < 1 && { opacity: Math.max(0, opacity) }),
    ...((!visible || !showInExport) && { visible: false }),
    // Its radius reaches as far as two standard deviations.
    ...(blurEnabled && blurRadius > 0 && { blur: rounded(blurRadius / 2) }),
    ...(shadow !== null && { shadow }),
  };
}

function getShadow(element: PolotnoElement, name: string, builder: TemplateBuilder): Shadow | null {
  const { shadowEnabled = false, shadowBlur = 5, shadowOffsetX = 0, shadowOffsetY = 0 } = element;
  const { shadowColor = 'black', shadowOpacity = 1 } = element;
  if (!shadowEnabled) return null;
  const color = readCssColor(shadowColor, shadowOpacity);
  if (color === null) {
    builder.lose(name, 'shadowColor', `"${shadowColor}" is no colour.`);
    return null;
  }
  return {
    x: rounded(shadowOffsetX),
    y: rounded(shadowOffsetY),
    blur: Math.max(0, rounded(shadowBlur)),
    color,
  };
}

/** A line runs along the middle of its box, which is as high as the line is thick. */
function convertLine(
  line: PolotnoLine,
  common: CommonKeys,
  name: string,
  builder: TemplateBuilder,
): TemplateElement[] {
  const { color: text = 'black', dash = [], startHead = '', endHead = '' } = line;
  const color = readCssColor(text);
  if (color === null) builder.lose(name, 'color', `"${text}" is no colour that a line can have.`);
  if (![startHead, endHead].every((head) => ['', 'none'].includes(head)))
    builder.lose(name, 'startHead, endHead', 'A line of the template has no heads.');
  const thickness = common.height;
  const y = rounded(common.y + thickness / 2);
  const pattern = dash.map((length) => Math.max(0, rounded(length * thickness)));
  const stroke = { color: color ?? '#000', width: thickness, ...(pattern.length > 0 && { dash: pattern }) };
  return [{ type: 'line', ...common, y, height: 0, stroke }];
}

/** The children of a group have places of the page; those of a template's group have places in the group. */
async function convertGroup(
  group: PolotnoGroup,
  name: string,
  builder: TemplateBuilder,
): Promise<TemplateElement[]> {
  const { id, opacity, visible, blur, shadow } = getCommon({ ...group, width: 0, height: 0 }, name, builder);
  const children = await convertElements(group.children, builder);
  if (children.length === 0) return [];
  const places = children as Partial<DesignBox>[];
  const box = around(places);
  const elements = children.map((child, index) => ({
    ...child,
    x: rounded((places[index]?.x ?? 0) - box.x),
    y: rounded((places[index]?.y ?? 0) - box.y),
  }));
  return [
    {
      type: 'group',
      id,
      ...box,
      elements,
      ...(opacity !== undefined && { opacity }),
      ...(visible !== undefined && { visible }),
      ...(blur !== undefined && { blur }),
      ...(shadow !== undefined && { shadow }),
    },
  ];
}
