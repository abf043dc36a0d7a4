/** Small designs that use much of their formats. Converters meet mutations of them. */
import type { DesignFormat } from '../../src/importers/design.ts';

/** A design in `designs/`. */
interface HostileDesign {
  readonly format: DesignFormat;
  readonly file: string;
}

export const hostileDesigns: readonly HostileDesign[] = [
  { format: 'fabric', file: 'fabric.json' },
  { format: 'pdfme', file: 'pdfme.json' },
  { format: 'polotno', file: 'polotno.json' },
  { format: 'psd', file: 'psd.psd' },
  { format: 'svg', file: 'svg.svg' },
  { format: 'figma', file: 'figma.json' },
  { format: 'pptx', file: 'pptx.pptx' },
  { format: 'pdf', file: 'pdf.pdf' },
];
