/** The steps of an SVG. */
import { findModuleStep } from '../codes/module-size.ts';
import type { Canvas } from '@napi-rs/canvas';

import { drawPage } from '../draw/draw-page.ts';
import type { PageResources } from '../draw/page-resources.ts';
import type { CompressedImage } from '../images/image-cache.ts';
import { outputSize } from '../output-size.ts';
import { placeEmbedded } from '../images/embed/place-embedded.ts';
import { inspectPage, type Inspection } from '../report/inspect.ts';
import { viewInVectors } from '../report/view-code.ts';
import { DrawingBudget } from '../surface/drawing-budget.ts';
import type { Definitions } from '../svg/definitions.ts';
import { drawSvgPage } from '../svg/draw-svg-page.ts';
import { fontTextWriter } from '../svg/font-texts.ts';
import { outlineWriter, type TextWriter } from '../svg/text-writer.ts';
import { PX_PER_INCH } from '../../common/lengths/units.ts';
import {
  imageLimits,
  type File,
  type FoundImages,
  type Images,
  type OpenedPage,
  type Texts,
} from './inputs.ts';

/** The page of an SVG in CSS pixels. */
export interface SvgPlan {
  readonly page: {
    readonly width: number;
    readonly height: number;
    /** Pixels that a picture may have for one CSS pixel. */
    readonly density: number;
  };
}

/** The size of the page. */
export function planSvgPage({ job }: OpenedPage): SvgPlan {
  const { width, height } = outputSize({ viewport: job.scene }, job.output);
  return { page: { width, height, density: job.output.dpi / PX_PER_INCH } };
}

/** The images of an SVG: vectors, or files by the stand-ins that are drawn for them. */
export interface EmbeddedPictures extends Images {
  readonly pictures: ReadonlyMap<Canvas, CompressedImage>;
}

/** Prepares the images: JPEGs as they are, other pixels as small as the page shows them, SVGs as shapes. */
export async function embedFiles(input: OpenedPage & SvgPlan & FoundImages): Promise<EmbeddedPictures> {
  const { job, imageCache, lease, page, found } = input;
  const limits = imageLimits(job, page.width * page.height * page.density ** 2);
  const { placed, pictures } = await placeEmbedded(found, imageCache, lease, page.density, limits, 'svg');
  return { images: placed, pictures };
}

/** The text of an SVG, and what was found in its page. */
export interface DrawnSvg {
  readonly svg: string;
  readonly inspection: Inspection;
}

/** Draws the page as SVG, and inspects it. */
export function drawSvg(input: OpenedPage & SvgPlan & FoundImages & EmbeddedPictures & Texts): DrawnSvg {
  const { job, page, found, images, pictures, texts, charts, fonts } = input;
  const { scene, output } = job;
  const resources: PageResources = {
    images,
    texts,
    charts,
    fonts,
    isRaster: false,
    dotGrid: null,
    moduleStep: findModuleStep(output),
    rasteriser: null,
    pixelDensity: page.density,
    drawnCodes: new Map(),
  };
  const { width, height } = page;
  let inspection: Inspection = { width, height, warnings: [] };
  const budget = new DrawingBudget(output.dpi);
  const makeTexts = (definitions: Definitions): TextWriter =>
    (output.svgText === 'text' ? fontTextWriter : outlineWriter)(texts.values(), definitions);
  const svg = drawSvgPage(scene, pictures, budget, makeTexts, (surface) => {
    drawPage(resources, surface, scene, 0);
    const viewCode = viewInVectors(scene, resources);
    inspection = inspectPage(surface.context, job, found, { ...resources, viewCode }, { width, height });
  });
  return { svg, inspection };
}

/** The bytes of the file. */
export function writeSvg({ svg }: DrawnSvg): File {
  return { data: Buffer.from(svg, 'utf8') };
}
