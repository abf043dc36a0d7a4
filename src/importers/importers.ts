import type { Importer } from './importer.ts';
import { fabric } from './fabric/fabric.ts';
import { figma } from './figma/figma.ts';
import { pdf } from './pdf/pdf.ts';
import { pdfme } from './pdfme/pdfme.ts';
import { polotno } from './polotno/polotno.ts';
import { pptx } from './pptx/pptx.ts';
import { psd } from './psd/psd.ts';
import { svg } from './svg/svg.ts';

/** The formats, in the order in which a file is tried. */
export const importers: readonly Importer[] = [psd, pdf, svg, polotno, fabric, pdfme, figma, pptx];
