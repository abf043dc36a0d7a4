// Generated from src/importers/fabric/schema.json by scripts/generate.ts; change that instead.

export type FabricPaint = FabricPaintObject | string;

/**
 * What Fabric.js saves (`canvas.toJSON()`), versions 4 to 7, and the keys that editors add.
 */
export interface FabricDesign {
  version?: string;
  objects: FabricObject[];
  width?: number;
  height?: number;
  name?: string;
  background?: FabricPaint;
  backgroundColor?: FabricPaint;
  overlay?: FabricPaint;
  overlayColor?: FabricPaint;
  backgroundImage?: FabricObject;
  overlayImage?: FabricObject;
  clipPath?: FabricObject;
  /**
   * How the editor shows the design.
   */
  controlsAboveOverlay?: string | number | boolean | unknown[] | {};
  /**
   * The application's name for the design.
   */
  id?: string | number | boolean | unknown[] | {};
  title?: string;
}
export interface FabricObject {
  type: string;
  version?: string;
  id?: number | string;
  name?: string;
  left?: number;
  top?: number;
  width?: number;
  height?: number;
  scaleX?: number;
  scaleY?: number;
  angle?: number;
  skewX?: number;
  skewY?: number;
  opacity?: number;
  strokeWidth?: number;
  strokeDashOffset?: number;
  strokeMiterLimit?: number;
  flipX?: boolean;
  flipY?: boolean;
  visible?: boolean;
  strokeUniform?: boolean;
  originX?: number | string;
  originY?: number | string;
  fill?: FabricPaint;
  stroke?: FabricPaint;
  strokeDashArray?: number[];
  strokeLineCap?: string;
  strokeLineJoin?: string;
  backgroundColor?: string;
  fillRule?: string;
  paintFirst?: string;
  globalCompositeOperation?: string;
  shadow?: FabricShadow | string;
  clipPath?: FabricObject;
  inverted?: boolean;
  absolutePositioned?: boolean;
  rx?: number;
  ry?: number;
  radius?: number;
  startAngle?: number;
  endAngle?: number;
  x1?: number;
  y1?: number;
  x2?: number;
  y2?: number;
  counterClockwise?: boolean;
  exactBoundingBox?: boolean;
  points?: {
    x: number;
    y: number;
  }[];
  /**
   * The commands of a path, its text, or the path that a text runs along.
   */
  path?: FabricObject | ((string | number)[][] | string);
  objects?: FabricObject[];
  src?: string;
  cropX?: number;
  cropY?: number;
  filters?: FabricFilter[];
  resizeFilter?: {};
  text?: string;
  fontFamily?: string;
  fontStyle?: string;
  textAlign?: string;
  textBackgroundColor?: string;
  direction?: string;
  pathSide?: string;
  pathAlign?: string;
  fontWeight?: number | string;
  fontSize?: number;
  lineHeight?: number;
  charSpacing?: number;
  pathStartOffset?: number;
  textDecorationThickness?: number;
  underline?: boolean;
  overline?: boolean;
  linethrough?: boolean;
  splitByGrapheme?: boolean;
  styles?: {} | unknown[];
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  crossOrigin?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  imageSmoothing?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  minWidth?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  subTargetCheck?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  interactive?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  layoutManager?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  centeredRotation?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  centeredScaling?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  data?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  custom?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  customData?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  metadata?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  selectable?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  evented?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  hasControls?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  hasBorders?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  hasRotatingPoint?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockMovementX?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockMovementY?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockRotation?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockScalingX?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockScalingY?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockScalingFlip?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockSkewingX?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockSkewingY?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  lockUniScaling?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  editable?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  hoverCursor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  moveCursor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  perPixelTargetFind?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  objectCaching?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  noScaleCache?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  statefullCache?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cacheProperties?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  stateProperties?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  borderColor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  borderDashArray?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  borderOpacityWhenMoving?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  borderScaleFactor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cornerColor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cornerDashArray?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cornerSize?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cornerStrokeColor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cornerStyle?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  transparentCorners?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  touchCornerSize?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  padding?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  minScaleLimit?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  includeDefaultValues?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  activeOn?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  excludeFromExport?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  dirty?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  snapAngle?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  snapThreshold?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  strokeBorders?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  rotatingPointOffset?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  sourcePath?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  locked?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  selectionBackgroundColor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  controls?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cursorColor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cursorWidth?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cursorDelay?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  cursorDuration?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  selectionColor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  selectionStart?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  selectionEnd?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  editingBorderColor?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  hiddenTextareaContainer?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  caching?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  link?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  extensionType?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  extension?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  linkData?: string | number | boolean | unknown[] | {};
  /**
   * How the editor treats the element, or what the application keeps with it.
   */
  layerName?: string | number | boolean | unknown[] | {};
}
/**
 * A gradient or a pattern.
 */
export interface FabricPaintObject {
  type?: string;
  id?: number | string;
  coords?: {
    x1?: number;
    y1?: number;
    x2?: number;
    y2?: number;
    r1?: number;
    r2?: number;
  };
  colorStops?: {
    offset: number;
    color: string;
    opacity?: number;
  }[];
  offsetX?: number;
  offsetY?: number;
  gradientUnits?: string;
  gradientTransform?: number[];
  source?: string;
  repeat?: string;
  crossOrigin?: string;
  patternTransform?: number[];
}
export interface FabricShadow {
  type?: string;
  id?: number | string;
  color?: string;
  blur?: number;
  offsetX?: number;
  offsetY?: number;
  /**
   * A shadow falls from all of the element.
   */
  affectStroke?: {
    [k: string]: unknown;
  };
  nonScaling?: boolean;
  includeDefaultValues?: unknown;
}
export interface FabricFilter {
  type: string;
  brightness?: number;
  contrast?: number;
  saturation?: number;
  blur?: number;
  mode?: string;
  [k: string]: unknown;
}
