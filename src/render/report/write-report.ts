import { DEFAULT_CONDITION } from '../../common/colors/printing-conditions.ts';
import { sizeUnits } from '../../common/names/output-formats.ts';
import type { PageResources } from '../draw/page-resources.ts';
import {
  invert,
  isSlanted,
  multiply,
  slant,
  transformBounds,
  transformPoint,
  type Matrix,
} from '../geometry.ts';
import { BUNDLED_FAMILIES } from '../fonts/bundled-fonts.ts';
import type { FoundImage } from '../images/place-images.ts';
import { placePicture } from '../images/object-fit.ts';
import type { RenderJob, RenderResult } from '../job.ts';
import { findHeadings } from '../headings.ts';
import { isTagged } from '../alternatives.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';
import type { Scene } from '../scene/scene.ts';
import type { LaidOutLine, LaidOutRun, TextLayout } from '../text/text-layout.ts';
import { PX_PER_INCH } from '../../common/lengths/units.ts';
import { outputDensity, imageDensity } from './image-density.ts';
import type {
  LayoutReport,
  ReportedBox,
  ReportedElement,
  ReportedImage,
  ReportedLine,
  ReportedRun,
  ReportedSlant,
  ReportedText,
} from '../layout-report.ts';
import { describeFile } from './describe-file.ts';
import { pageElements } from './page-elements.ts';

const MM_PER_PX = 25.4 / PX_PER_INCH;

/** The layout of a drawn scene as data. */
export function writeReport(
  { scene, output }: RenderJob,
  images: readonly FoundImage[],
  drawing: PageResources,
  { width, height, warnings }: Pick<RenderResult, 'width' | 'height' | 'warnings'>,
): LayoutReport {
  const found = new Map(images.map((image) => [image.element, image]));
  const nameFont = fontNames(scene, drawing);
  const description = describeFile(scene, output.format);
  const headings = output.format === 'pdf' && isTagged(scene, output) ? findHeadings(scene) : [];
  const bookmarks = headings.map(({ level, title }) => ({
    level,
    title,
    ...(scene.pageNumber === undefined ? {} : { page: scene.pageNumber }),
  }));
  const elements = pageElements(scene.elements).map(({ element, group, matrix }): ReportedElement => {
    const { left, top, right, bottom } = transformBounds(
      { left: 0, top: 0, right: element.width, bottom: element.height },
      matrix,
    );
    return {
      id: element.id,
      ...(scene.pageNumber === undefined ? {} : { page: scene.pageNumber }),
      type: element.type,
      group,
      box: { ...roundBox(element), rotation: round(element.rotation), ...getSlant(element) },
      pageBox: placeOnPage(element, matrix),
      onPage: roundBox({ x: left, y: top, width: right - left, height: bottom - top }),
      warnings: warnings.filter(({ elementId }) => elementId === element.id).map(({ code }) => code),
      ...describeContent(element, drawing, found, nameFont),
    };
  });
  return {
    page: { width: round(scene.width), height: round(scene.height), bleed: round(scene.bleed) },
    ...(scene.pageNumber === undefined || scene.pageId === undefined
      ? {}
      : {
          pages: [
            {
              page: scene.pageNumber,
              id: scene.pageId,
              ...(scene.pageGroupId === undefined ? {} : { group: scene.pageGroupId }),
              pageOfGroup: scene.ofGroup?.page ?? 1,
              pagesOfGroup: scene.ofGroup?.pages ?? 1,
              width: round(scene.width),
              height: round(scene.height),
            },
          ],
        }),
    output: {
      format: output.format,
      width: round(width),
      height: round(height),
      unit: sizeUnits[output.format],
      density: round(outputDensity(output) * PX_PER_INCH),
      ...(output.password === undefined ? {} : { isEncrypted: true as const }),
      ...(output.format === 'pdf' && scene.intent === 'print' ? describePress(scene) : {}),
    },
    ...(Object.keys(description).length === 0 ? {} : { description }),
    ...(bookmarks.length === 0 ? {} : { bookmarks }),
    warnings,
    elements,
  };
}

type NameFont = (run: LaidOutRun) => ReportedRun['font'];

function describeContent(
  element: SceneElement,
  { texts, drawnCodes }: PageResources,
  found: ReadonlyMap<SceneImage, FoundImage>,
  nameFont: NameFont,
): Pick<ReportedElement, 'text' | 'image' | 'code'> {
  switch (element.type) {
    case 'text': {
      const layout = texts.get(element);
      return layout === undefined ? {} : { text: describeText(layout, nameFont) };
    }
    case 'image':
      return { image: describeImage(element, found.get(element)) };
    case 'qrcode':
    case 'barcode': {
      const code = drawnCodes.get(element);
      if (code === undefined) return {};
      const { module, modulePixels, columns, rows, area, barWidthReduction } = code;
      return {
        code: {
          symbology: element.type === 'qrcode' ? 'qrcode' : element.symbology,
          module: round(module),
          moduleMillimetres: round(module * MM_PER_PX),
          modulePixels: modulePixels === null ? null : round(modulePixels),
          columns,
          rows,
          area: roundBox(area),
          ...(barWidthReduction === undefined ? {} : { barWidthReduction: round(barWidthReduction) }),
        },
      };
    }
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'path':
    case 'chart':
    case 'group':
      return {};
  }
}

function describeText(layout: TextLayout, nameFont: NameFont): ReportedText {
  return {
    scale: round(layout.scale),
    ...(layout.turn === undefined ? {} : { writingMode: 'vertical-rl' }),
    lines: layout.lines.map((line) => describeLine(line, layout, nameFont)),
    ...(layout.rubies === undefined
      ? {}
      : { rubies: layout.rubies.map((line) => describeLine(line, layout, nameFont)) }),
  };
}

function describeLine(
  line: LaidOutLine,
  { width: boxWidth, turn }: TextLayout,
  nameFont: NameFont,
): ReportedLine {
  const { text } = line;
  const flat = { left: line.x, top: line.top, right: line.x + line.width, bottom: line.top + line.height };
  const bounds = turn === undefined ? line.bounds : transformBounds(flat, turn);
  const baseline = turn === undefined ? (bounds?.bottom ?? line.baseline) : boxWidth - line.baseline;
  const { x, width, top, height } =
    bounds === undefined
      ? line
      : {
          x: bounds.left,
          width: bounds.right - bounds.left,
          top: bounds.top,
          height: bounds.bottom - bounds.top,
        };
  return {
    text,
    x: round(x),
    width: round(width),
    top: round(top),
    height: round(height),
    baseline: round(baseline),
    runs: line.runs.map((run) => ({
      text: run.typed,
      x: round(run.x),
      width: round(run.width),
      fontSize: round(run.fontSize),
      font: nameFont(run),
    })),
  };
}

function describeImage(element: SceneImage, found: FoundImage | undefined): ReportedImage {
  if (found === undefined) {
    const empty = { x: 0, y: 0, width: 0, height: 0 };
    return { source: element.asset, pixels: null, placed: empty, density: null };
  }
  const { info, source } = found;
  const isDrawing = info.type === 'svg';
  const density = imageDensity(element, info) * PX_PER_INCH;
  return {
    source: source.key.startsWith('data:') ? 'data:' : source.key,
    pixels: isDrawing ? null : { width: info.width, height: info.height },
    placed: roundBox(placePicture(element, info).whole),
    density: isDrawing || !Number.isFinite(density) ? null : round(density),
    ...(element.focus === undefined ? {} : { focus: element.focus }),
  };
}

/** Families are matched in lower case; the report shows their original spelling. */
function fontNames(scene: Scene, { fonts }: PageResources): NameFont {
  const written = new Map(
    [...BUNDLED_FAMILIES.map(({ name }) => name), ...scene.fonts.map(({ family }) => family)].map((name) => [
      name.toLowerCase(),
      name,
    ]),
  );
  const own = new Set(scene.fonts.map(({ family }) => family.toLowerCase()));
  return ({ face, primary }) => {
    const { name, isTemplateFont } = fonts.familyOf(face);
    return {
      family: written.get(name) ?? name,
      weight: face.weights[0],
      style: face.style,
      source: isTemplateFont && own.has(name) ? 'template' : 'built-in',
      fallback: face !== primary,
    };
  };
}

function getSlant({ flipX, flipY, skewX, skewY }: SceneElement): ReportedSlant {
  return {
    ...(flipX === undefined ? {} : { flipX }),
    ...(flipY === undefined ? {} : { flipY }),
    ...(skewX === undefined ? {} : { skewX: round(skewX) }),
    ...(skewY === undefined ? {} : { skewY: round(skewY) }),
  };
}

/** The box without what mirrors and skews the element itself, turned as the groups around it turn it. */
function placeOnPage(element: SceneElement, matrix: Matrix): ReportedElement['pageBox'] {
  const { width, height } = element;
  const { x, y } = transformPoint(width / 2, height / 2, matrix);
  const back = isSlanted(element) ? invert(slant(element)) : null;
  const { a, b } = back === null ? matrix : multiply(matrix, back);
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  const box = roundBox({ x: x - width / 2, y: y - height / 2, width, height });
  return { ...box, rotation: (round(degrees) + 360) % 360 };
}

function roundBox({ x, y, width, height }: ReportedBox): ReportedBox {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

/** Rounds to a thousandth of a pixel, which is not visible. */
function round(length: number): number {
  return Math.round(length * 1000) / 1000 + 0;
}

function describePress(scene: Scene): Partial<LayoutReport['output']> {
  const { outputProfile = { name: DEFAULT_CONDITION }, convertsToInks } = scene;
  return {
    printingCondition: 'name' in outputProfile ? outputProfile.name : outputProfile.path,
    ...(convertsToInks === true ? { isConverted: true as const } : {}),
  };
}
