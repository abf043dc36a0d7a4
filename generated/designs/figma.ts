// Generated from src/importers/figma/schema.json by scripts/generate.ts; change that instead.

/**
 * @minItems 2
 * @maxItems 2
 */
export type Transform = number[][];

/**
 * A frame of a file of Figma, as the REST API answers it (GET /v1/files/:key), and the name of the file.
 */
export interface FigmaDesign {
  name?: string;
  frame: FigmaNode;
}
export interface FigmaNode {
  type: string;
  id?: string;
  name?: string;
  visible?: boolean;
  opacity?: number;
  blendMode?: string;
  rotation?: number;
  children?: FigmaNode[];
  absoluteBoundingBox?: FigmaBox;
  absoluteRenderBounds?: FigmaBox;
  size?: FigmaVector;
  relativeTransform?: Transform;
  fills?: FigmaPaint[];
  strokes?: FigmaPaint[];
  background?: FigmaPaint[];
  backgroundColor?: FigmaColor;
  strokeWeight?: number;
  strokeAlign?: string;
  strokeCap?: string;
  strokeJoin?: string;
  strokeMiterAngle?: number;
  strokeDashes?: number[];
  individualStrokeWeights?: FigmaSides;
  strokesIncludedInLayout?: boolean;
  cornerRadius?: number;
  cornerSmoothing?: number;
  rectangleCornerRadii?: number[];
  effects?: FigmaEffect[];
  fillGeometry?: FigmaGeometry[];
  strokeGeometry?: FigmaGeometry[];
  fillOverrideTable?: {};
  isMask?: boolean;
  isMaskOutline?: boolean;
  maskType?: string;
  clipsContent?: boolean;
  booleanOperation?: string;
  arcData?: FigmaArc;
  characters?: string;
  style?: FigmaStyle;
  characterStyleOverrides?: number[];
  styleOverrideTable?: {
    [k: string]: FigmaStyle;
  };
  lineTypes?: string[];
  lineIndentations?: number[];
  layoutVersion?: number;
  layoutMode?: string;
  layoutWrap?: string;
  itemSpacing?: number;
  counterAxisSpacing?: number;
  paddingLeft?: number;
  paddingRight?: number;
  paddingTop?: number;
  paddingBottom?: number;
  horizontalPadding?: number;
  verticalPadding?: number;
  primaryAxisAlignItems?: string;
  counterAxisAlignItems?: string;
  counterAxisAlignContent?: string;
  primaryAxisSizingMode?: string;
  counterAxisSizingMode?: string;
  layoutSizingHorizontal?: string;
  layoutSizingVertical?: string;
  layoutGrow?: number;
  layoutAlign?: string;
  layoutPositioning?: string;
  itemReverseZIndex?: boolean;
  minWidth?: number;
  maxWidth?: number;
  minHeight?: number;
  maxHeight?: number;
  preserveRatio?: boolean;
  targetAspectRatio?: FigmaVector;
  constraints?: FigmaConstraints;
  componentPropertyReferences?: {
    [k: string]: string;
  };
  locked?: unknown;
  isFixed?: unknown;
  scrollBehavior?: unknown;
  pluginData?: unknown;
  sharedPluginData?: unknown;
  boundVariables?: unknown;
  explicitVariableModes?: unknown;
  exportSettings?: unknown;
  layoutGrids?: unknown;
  overflowDirection?: unknown;
  transitionNodeID?: unknown;
  transitionDuration?: unknown;
  transitionEasing?: unknown;
  interactions?: unknown;
  styles?: unknown;
  componentId?: unknown;
  componentProperties?: unknown;
  componentPropertyDefinitions?: unknown;
  overrides?: unknown;
  isExposedInstance?: unknown;
  exposedInstances?: unknown;
  devStatus?: unknown;
  annotations?: unknown;
  sectionContentsHidden?: unknown;
  prototypeStartNodeID?: unknown;
  prototypeDevice?: unknown;
  flowStartingPoints?: unknown;
  measurements?: unknown;
  fillStyleId?: unknown;
  flowStartingPoint?: unknown;
  mainComponent?: unknown;
  complexStrokeProperties?: unknown;
  gridRowCount?: unknown;
  gridColumnCount?: unknown;
  gridRowGap?: unknown;
  gridColumnGap?: unknown;
  gridColumnsSizing?: unknown;
  gridRowsSizing?: unknown;
  gridChildHorizontalAlign?: unknown;
  gridChildVerticalAlign?: unknown;
  gridRowSpan?: unknown;
  gridColumnSpan?: unknown;
  gridRowAnchorIndex?: unknown;
  gridColumnAnchorIndex?: unknown;
  variableWidthPoints?: unknown;
}
export interface FigmaBox {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}
export interface FigmaVector {
  x?: number;
  y?: number;
}
export interface FigmaPaint {
  type: string;
  visible?: boolean;
  opacity?: number;
  blendMode?: string;
  color?: FigmaColor;
  gradientHandlePositions?: FigmaVector[];
  gradientStops?: FigmaStop[];
  scaleMode?: string;
  imageTransform?: Transform;
  scalingFactor?: number;
  rotation?: number;
  imageRef?: string;
  gifRef?: string;
  videoRef?: string;
  imageHash?: string;
  filters?: FigmaFilters;
  boundVariables?: unknown;
  id?: string;
}
export interface FigmaColor {
  r: number;
  g: number;
  b: number;
  a?: number;
}
export interface FigmaStop {
  color: FigmaColor;
  position: number;
  boundVariables?: unknown;
}
export interface FigmaFilters {
  exposure?: number;
  contrast?: number;
  saturation?: number;
  temperature?: number;
  tint?: number;
  highlights?: number;
  shadows?: number;
}
export interface FigmaSides {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}
export interface FigmaEffect {
  type: string;
  visible?: boolean;
  radius?: number;
  spread?: number;
  color?: FigmaColor;
  blendMode?: string;
  offset?: FigmaVector;
  showShadowBehindNode?: boolean;
  boundVariables?: unknown;
  blurType?: string;
  startRadius?: number;
  startOffset?: FigmaVector;
  endOffset?: FigmaVector;
}
export interface FigmaGeometry {
  path: string;
  windingRule?: string;
  overrideID?: number;
}
export interface FigmaArc {
  startingAngle?: number;
  endingAngle?: number;
  innerRadius?: number;
}
export interface FigmaStyle {
  fontFamily?: string;
  fontPostScriptName?: string;
  fontStyle?: string;
  fontWeight?: number;
  italic?: boolean;
  fontSize?: number;
  textAlignHorizontal?: string;
  textAlignVertical?: string;
  letterSpacing?: number;
  lineHeightPx?: number;
  lineHeightPercent?: number;
  lineHeightPercentFontSize?: number;
  lineHeightUnit?: string;
  textCase?: string;
  textDecoration?: string;
  textAutoResize?: string;
  textTruncation?: string;
  maxLines?: number;
  paragraphSpacing?: number;
  paragraphIndent?: number;
  listSpacing?: number;
  hyperlink?: FigmaHyperlink;
  opentypeFlags?: {
    [k: string]: number;
  };
  fills?: FigmaPaint[];
  inheritFillStyleId?: string;
  inheritTextStyleId?: string;
  semanticWeight?: string;
  semanticItalic?: string;
  boundVariables?: unknown;
  isOverrideOverTextStyle?: boolean;
  isTextOverridden?: boolean;
  textWrap?: string;
  leadingTrim?: string;
  hangingPunctuation?: boolean;
  hangingList?: boolean;
  lineHeightPercentage?: number;
  styleId?: string;
}
export interface FigmaHyperlink {
  type?: string;
  url?: string;
  nodeID?: string;
}
export interface FigmaConstraints {
  horizontal?: string;
  vertical?: string;
}
