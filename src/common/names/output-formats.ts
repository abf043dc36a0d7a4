/** The formats of files that a template is rendered to. */
export const OUTPUT_FORMATS = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'] as const;

export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The extension of each format's files. */
export const extensions = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  avif: 'avif',
  svg: 'svg',
  pdf: 'pdf',
  zpl: 'zpl',
} as const satisfies Record<OutputFormat, string>;

/** The unit of the width and height of each format's files. */
export const sizeUnits = {
  png: 'px',
  jpeg: 'px',
  webp: 'px',
  avif: 'px',
  svg: 'px',
  pdf: 'pt',
  zpl: 'px',
} as const satisfies Record<OutputFormat, string>;

/** Whether a file of the format has all pages of a template, not one of them. */
export const hasAllPages = {
  png: false,
  jpeg: false,
  webp: false,
  avif: false,
  svg: false,
  pdf: true,
  zpl: true,
} as const satisfies Record<OutputFormat, boolean>;

/** Formats of pixels; ZPL of black and white ones. */
export type RasterFormat = Exclude<OutputFormat, 'svg' | 'pdf'>;

/** Whether files of a format have the template's size, whatever the scale. */
export function isVector(format: OutputFormat): boolean {
  switch (format) {
    case 'svg':
    case 'pdf':
      return true;
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'avif':
    case 'zpl':
      return false;
  }
}
