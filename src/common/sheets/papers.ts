/** Width and height of papers, upright, in millimetres. */
export const paperSizes = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  SRA3: [320, 450],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  tabloid: [279.4, 431.8],
} as const;

export type PaperName = keyof typeof paperSizes;

export const paperNames = Object.keys(paperSizes) as PaperName[];
