// Generated from src/importers/polotno/schema.json by scripts/generate.ts; change that instead.

export type PolotnoElement =
  | PolotnoText
  | PolotnoImage
  | PolotnoGif
  | PolotnoVideo
  | PolotnoSvg
  | PolotnoLine
  | PolotnoFigure
  | PolotnoGroup;

/**
 * What the Polotno editor saves (`store.toJSON()`), versions 1 to 4.
 */
export interface PolotnoDesign {
  schemaVersion?: number;
  width?: number;
  height?: number;
  unit?: string;
  dpi?: number;
  custom?: unknown;
  fonts?: PolotnoFont[];
  audios?: {}[];
  /**
   * @minItems 1
   */
  pages: PolotnoPage[];
}
export interface PolotnoFont {
  fontFamily: string;
  url?: string;
  styles?: {
    src?: string;
    fontStyle?: string;
    fontWeight?: string | number;
  }[];
}
export interface PolotnoPage {
  id?: string;
  name?: string;
  children?: PolotnoElement[];
  width?: number | string;
  height?: number | string;
  background?: string;
  bleed?: number;
  duration?: number;
  custom?: unknown;
}
export interface PolotnoText {
  type: 'text';
  id?: string;
  name?: string;
  /**
   * What the application keeps with the element.
   */
  custom?: {
    [k: string]: unknown;
  };
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
  opacity?: number;
  visible?: boolean;
  showInExport?: boolean;
  animations?: {}[];
  blurEnabled?: boolean;
  blurRadius?: number;
  brightnessEnabled?: boolean;
  brightness?: number;
  sepiaEnabled?: boolean;
  grayscaleEnabled?: boolean;
  /**
   * Filters by name, with their intensities.
   */
  filters?: {};
  shadowEnabled?: boolean;
  shadowBlur?: number;
  shadowOffsetX?: number;
  shadowOffsetY?: number;
  shadowColor?: string;
  shadowOpacity?: number;
  /**
   * How the editor treats the element.
   */
  selectable?: boolean;
  /**
   * How the editor treats the element.
   */
  draggable?: boolean;
  /**
   * How the editor treats the element.
   */
  resizable?: boolean;
  /**
   * How the editor treats the element.
   */
  removable?: boolean;
  /**
   * How the editor treats the element.
   */
  contentEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  styleEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  alwaysOnTop?: boolean;
  /**
   * How the editor treats the element.
   */
  locked?: boolean;
  text?: string;
  placeholder?: string;
  fontSize?: number;
  fontFamily?: string;
  fontStyle?: string;
  fontWeight?: string | number;
  textDecoration?: string;
  textTransform?: string;
  fill?: string;
  align?: string;
  verticalAlign?: string;
  strokeWidth?: number;
  stroke?: string;
  lineHeight?: number | string;
  letterSpacing?: number;
  dir?: string;
  backgroundEnabled?: boolean;
  backgroundColor?: string;
  backgroundOpacity?: number;
  backgroundCornerRadius?: number;
  backgroundPadding?: number;
  curveEnabled?: boolean;
  curvePower?: number;
  keepRatio?: boolean;
  richText?: boolean;
}
export interface PolotnoImage {
  type: 'image';
  id?: string;
  name?: string;
  /**
   * What the application keeps with the element.
   */
  custom?: {
    [k: string]: unknown;
  };
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
  opacity?: number;
  visible?: boolean;
  showInExport?: boolean;
  animations?: {}[];
  blurEnabled?: boolean;
  blurRadius?: number;
  brightnessEnabled?: boolean;
  brightness?: number;
  sepiaEnabled?: boolean;
  grayscaleEnabled?: boolean;
  /**
   * Filters by name, with their intensities.
   */
  filters?: {};
  shadowEnabled?: boolean;
  shadowBlur?: number;
  shadowOffsetX?: number;
  shadowOffsetY?: number;
  shadowColor?: string;
  shadowOpacity?: number;
  /**
   * How the editor treats the element.
   */
  selectable?: boolean;
  /**
   * How the editor treats the element.
   */
  draggable?: boolean;
  /**
   * How the editor treats the element.
   */
  resizable?: boolean;
  /**
   * How the editor treats the element.
   */
  removable?: boolean;
  /**
   * How the editor treats the element.
   */
  contentEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  styleEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  alwaysOnTop?: boolean;
  /**
   * How the editor treats the element.
   */
  locked?: boolean;
  src?: string;
  cropX?: number;
  cropY?: number;
  cropWidth?: number;
  cropHeight?: number;
  cornerRadius?: number;
  flipX?: boolean;
  flipY?: boolean;
  keepRatio?: boolean;
  stretchEnabled?: boolean;
  borderColor?: string;
  borderSize?: number;
  clipSrc?: string;
  fit?: string;
}
export interface PolotnoGif {
  type: 'gif';
  id?: string;
  name?: string;
  /**
   * What the application keeps with the element.
   */
  custom?: {
    [k: string]: unknown;
  };
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
  opacity?: number;
  visible?: boolean;
  showInExport?: boolean;
  animations?: {}[];
  blurEnabled?: boolean;
  blurRadius?: number;
  brightnessEnabled?: boolean;
  brightness?: number;
  sepiaEnabled?: boolean;
  grayscaleEnabled?: boolean;
  /**
   * Filters by name, with their intensities.
   */
  filters?: {};
  shadowEnabled?: boolean;
  shadowBlur?: number;
  shadowOffsetX?: number;
  shadowOffsetY?: number;
  shadowColor?: string;
  shadowOpacity?: number;
  /**
   * How the editor treats the element.
   */
  selectable?: boolean;
  /**
   * How the editor treats the element.
   */
  draggable?: boolean;
  /**
   * How the editor treats the element.
   */
  resizable?: boolean;
  /**
   * How the editor treats the element.
   */
  removable?: boolean;
  /**
   * How the editor treats the element.
   */
  contentEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  styleEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  alwaysOnTop?: boolean;
  /**
   * How the editor treats the element.
   */
  locked?: boolean;
  src?: string;
  cropX?: number;
  cropY?: number;
  cropWidth?: number;
  cropHeight?: number;
  cornerRadius?: number;
  flipX?: boolean;
  flipY?: boolean;
  keepRatio?: boolean;
  stretchEnabled?: boolean;
  borderColor?: string;
  borderSize?: number;
  clipSrc?: string;
  duration?: number;
}
export interface PolotnoVideo {
  type: 'video';
  id?: string;
  name?: string;
  /**
   * What the application keeps with the element.
   */
  custom?: {
    [k: string]: unknown;
  };
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
  opacity?: number;
  visible?: boolean;
  showInExport?: boolean;
  animations?: {}[];
  blurEnabled?: boolean;
  blurRadius?: number;
  brightnessEnabled?: boolean;
  brightness?: number;
  sepiaEnabled?: boolean;
  grayscaleEnabled?: boolean;
  /**
   * Filters by name, with their intensities.
   */
  filters?: {};
  shadowEnabled?: boolean;
  shadowBlur?: number;
  shadowOffsetX?: number;
  shadowOffsetY?: number;
  shadowColor?: string;
  shadowOpacity?: number;
  /**
   * How the editor treats the element.
   */
  selectable?: boolean;
  /**
   * How the editor treats the element.
   */
  draggable?: boolean;
  /**
   * How the editor treats the element.
   */
  resizable?: boolean;
  /**
   * How the editor treats the element.
   */
  removable?: boolean;
  /**
   * How the editor treats the element.
   */
  contentEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  styleEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  alwaysOnTop?: boolean;
  /**
   * How the editor treats the element.
   */
  locked?: boolean;
  src?: string;
  cropX?: number;
  cropY?: number;
  cropWidth?: number;
  cropHeight?: number;
  cornerRadius?: number;
  flipX?: boolean;
  flipY?: boolean;
  keepRatio?: boolean;
  stretchEnabled?: boolean;
  borderColor?: string;
  borderSize?: number;
  duration?: number;
  startTime?: number;
  endTime?: number;
  volume?: number;
}
export interface PolotnoSvg {
  type: 'svg';
  id?: string;
  name?: string;
  /**
   * What the application keeps with the element.
   */
  custom?: {
    [k: string]: unknown;
  };
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
  opacity?: number;
  visible?: boolean;
  showInExport?: boolean;
  animations?: {}[];
  blurEnabled?: boolean;
  blurRadius?: number;
  brightnessEnabled?: boolean;
  brightness?: number;
  sepiaEnabled?: boolean;
  grayscaleEnabled?: boolean;
  /**
   * Filters by name, with their intensities.
   */
  filters?: {};
  shadowEnabled?: boolean;
  shadowBlur?: number;
  shadowOffsetX?: number;
  shadowOffsetY?: number;
  shadowColor?: string;
  shadowOpacity?: number;
  /**
   * How the editor treats the element.
   */
  selectable?: boolean;
  /**
   * How the editor treats the element.
   */
  draggable?: boolean;
  /**
   * How the editor treats the element.
   */
  resizable?: boolean;
  /**
   * How the editor treats the element.
   */
  removable?: boolean;
  /**
   * How the editor treats the element.
   */
  contentEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  styleEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  alwaysOnTop?: boolean;
  /**
   * How the editor treats the element.
   */
  locked?: boolean;
  src?: string;
  cropX?: number;
  cropY?: number;
  cropWidth?: number;
  cropHeight?: number;
  cornerRadius?: number;
  flipX?: boolean;
  flipY?: boolean;
  keepRatio?: boolean;
  stretchEnabled?: boolean;
  borderColor?: string;
  borderSize?: number;
  maskSrc?: string;
  colorsReplace?: {
    [k: string]: string;
  };
}
export interface PolotnoLine {
  type: 'line';
  id?: string;
  name?: string;
  /**
   * What the application keeps with the element.
   */
  custom?: {
    [k: string]: unknown;
  };
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
  opacity?: number;
  visible?: boolean;
  showInExport?: boolean;
  animations?: {}[];
  blurEnabled?: boolean;
  blurRadius?: number;
  brightnessEnabled?: boolean;
  brightness?: number;
  sepiaEnabled?: boolean;
  grayscaleEnabled?: boolean;
  /**
   * Filters by name, with their intensities.
   */
  filters?: {};
  shadowEnabled?: boolean;
  shadowBlur?: number;
  shadowOffsetX?: number;
  shadowOffsetY?: number;
  shadowColor?: string;
  shadowOpacity?: number;
  /**
   * How the editor treats the element.
   */
  selectable?: boolean;
  /**
   * How the editor treats the element.
   */
  draggable?: boolean;
  /**
   * How the editor treats the element.
   */
  resizable?: boolean;
  /**
   * How the editor treats the element.
   */
  removable?: boolean;
  /**
   * How the editor treats the element.
   */
  contentEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  styleEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  alwaysOnTop?: boolean;
  /**
   * How the editor treats the element.
   */
  locked?: boolean;
  color?: string;
  dash?: number[];
  startHead?: string;
  endHead?: string;
}
export interface PolotnoFigure {
  type: 'figure';
  id?: string;
  name?: string;
  /**
   * What the application keeps with the element.
   */
  custom?: {
    [k: string]: unknown;
  };
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
  opacity?: number;
  visible?: boolean;
  showInExport?: boolean;
  animations?: {}[];
  blurEnabled?: boolean;
  blurRadius?: number;
  brightnessEnabled?: boolean;
  brightness?: number;
  sepiaEnabled?: boolean;
  grayscaleEnabled?: boolean;
  /**
   * Filters by name, with their intensities.
   */
  filters?: {};
  shadowEnabled?: boolean;
  shadowBlur?: number;
  shadowOffsetX?: number;
  shadowOffsetY?: number;
  shadowColor?: string;
  shadowOpacity?: number;
  /**
   * How the editor treats the element.
   */
  selectable?: boolean;
  /**
   * How the editor treats the element.
   */
  draggable?: boolean;
  /**
   * How the editor treats the element.
   */
  resizable?: boolean;
  /**
   * How the editor treats the element.
   */
  removable?: boolean;
  /**
   * How the editor treats the element.
   */
  contentEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  styleEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  alwaysOnTop?: boolean;
  /**
   * How the editor treats the element.
   */
  locked?: boolean;
  subType?: string;
  fill?: string;
  dash?: number[];
  strokeWidth?: number;
  stroke?: string;
  cornerRadius?: number;
}
export interface PolotnoGroup {
  type: 'group';
  id?: string;
  name?: string;
  /**
   * What the application keeps with the element.
   */
  custom?: {
    [k: string]: unknown;
  };
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
  opacity?: number;
  visible?: boolean;
  showInExport?: boolean;
  animations?: {}[];
  blurEnabled?: boolean;
  blurRadius?: number;
  brightnessEnabled?: boolean;
  brightness?: number;
  sepiaEnabled?: boolean;
  grayscaleEnabled?: boolean;
  /**
   * Filters by name, with their intensities.
   */
  filters?: {};
  shadowEnabled?: boolean;
  shadowBlur?: number;
  shadowOffsetX?: number;
  shadowOffsetY?: number;
  shadowColor?: string;
  shadowOpacity?: number;
  /**
   * How the editor treats the element.
   */
  selectable?: boolean;
  /**
   * How the editor treats the element.
   */
  draggable?: boolean;
  /**
   * How the editor treats the element.
   */
  resizable?: boolean;
  /**
   * How the editor treats the element.
   */
  removable?: boolean;
  /**
   * How the editor treats the element.
   */
  contentEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  styleEditable?: boolean;
  /**
   * How the editor treats the element.
   */
  alwaysOnTop?: boolean;
  /**
   * How the editor treats the element.
   */
  locked?: boolean;
  children: PolotnoElement[];
}
