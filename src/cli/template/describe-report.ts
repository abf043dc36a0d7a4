import type {
  LayoutReport,
  RenderWarning,
  ReportedBox,
  ReportedElement,
  ReportedFont,
} from '../../render/layout-report.ts';
import { printable } from '../printable.ts';

/** A warning in one line: severity, code, element, page and detail. */
export function describeWarning({ code, elementId, detail, page, severity }: RenderWarning): string {
  const place = severity === undefined || page === undefined ? '' : `, page ${page}`;
  return `${severity ?? 'warning'}: ${code} (${printable(elementId)}${place}): ${printable(detail)}`;
}

/**
 * A layout in lines for people: what the file says of itself, its PDFs, its bookmarks, then each element, and
 * below it its lines of text, its image or its code.
 */
export function describeReport({
  description = {},
  bookmarks = [],
  attached = [],
  output,
  elements,
}: LayoutReport): string[] {
  const said = Object.entries(description).map(([key, text]) => `${key}: ${printable(text)}`);
  const lines = elements.flatMap((element) => [
    `${printable(element.id)}: ${element.type}${describeGroup(element)}, ${describePlace(element)}`,
    ...describeContent(element).map((line) => `  ${line}`),
  ]);
  const marks = bookmarks.map(
    ({ level, title, page = 1 }) => `${'  '.repeat(level - 1)}bookmark: ${printable(title)}, page ${page}`,
  );
  const lock = output.isEncrypted === true ? ['password: the file is encrypted (AES-256)'] : [];
  const { printingCondition: press, isConverted = false } = output;
  const condition =
    press === undefined ? [] : [`press: ${printable(press)}${isConverted ? ', without RGB' : ''}`];
  const others = attached.map(
    ({ place, file, pages }) => `${place}: ${printable(file)}, ${pages} ${pages === 1 ? 'page' : 'pages'}`,
  );
  return [...lock, ...condition, ...said, ...others, ...marks, ...lines];
}

function describeGroup({ group }: ReportedElement): string {
  return group === null ? '' : ` in ${printable(group)}`;
}

function describePlace({ box, onPage }: ReportedElement): string {
  const turned = box.rotation === 0 ? '' : `, turned by ${box.rotation}°`;
  return `${sides(box)} at ${pair(onPage.x, onPage.y, ', ')}${turned}`;
}

function describeContent({ text, image, code }: ReportedElement): string[] {
  if (text !== undefined) {
    return text.lines.map(({ text: line, x, width, baseline, runs }) => {
      const fonts = new Set(runs.map(({ font, fontSize }) => `${describeFont(font)} ${tenth(fontSize)} px`));
      const used = fonts.size === 0 ? '' : `  [${[...fonts].join('; ')}]`;
      const span = `${tenth(x)} to ${tenth(x + width)}`;
      return `baseline ${tenth(baseline)}, ${span}: ${JSON.stringify(printable(line))}${used}`;
    });
  }
  if (image !== undefined) {
    const { source, pixels, density, placed } = image;
    if (source === null) return ['no image'];
    const size = pixels === null ? 'drawing' : `${pair(pixels.width, pixels.height, ' × ')} pixels`;
    const perInch = density === null ? '' : `, ${Math.round(density)} an inch`;
    return [
      `${printable(source)}: ${size}${perInch}, placed ${sides(placed)} at ${pair(placed.x, placed.y, ', ')}`,
    ];
  }
  if (code === undefined) return [];
  const { symbology, columns, rows, modulePixels, moduleMillimetres } = code;
  const count = rows === null ? `${columns}` : `${columns} × ${rows}`;
  const inPixels = modulePixels === null ? '' : `${modulePixels} pixels, `;
  return [`${symbology}: ${count} modules of ${inPixels}${moduleMillimetres} mm`];
}

function describeFont({ family, weight, style, source, fallback }: ReportedFont): string {
  const italic = style === 'italic' ? ' italic' : '';
  const origin = fallback ? ' (fallback)' : source === 'template' ? " (the template's)" : '';
  return `${printable(family)} ${weight}${italic}${origin}`;
}

function sides({ width, height }: ReportedBox): string {
  return pair(width, height, ' × ');
}

function pair(one: number, other: number, between: string): string {
  return `${tenth(one)}${between}${tenth(other)}`;
}

function tenth(length: number): string {
  return `${Math.round(length * 10) / 10 + 0}`;
}
