/** Shapes of a scene. */
import type { CornerRadii, ElementBase } from './element-base.ts';
import type { Paint, Stroke } from './paint.ts';

export interface SceneRect extends ElementBase {
  readonly type: 'rect';
  /** Standard deviation of the blur of what is behind, inside of the shape; absent: none. */
  readonly backdropBlur?: number;
  readonly fill: Paint | null;
  readonly stroke: Stroke | null;
  readonly cornerRadius: CornerRadii;
}

export interface SceneEllipse extends ElementBase {
  readonly type: 'ellipse';
  /** Standard deviation of the blur of what is behind, inside of the shape; absent: none. */
  readonly backdropBlur?: number;
  readonly fill: Paint | null;
  readonly stroke: Stroke | null;
}

export interface SceneLine extends ElementBase {
  readonly type: 'line';
  readonly stroke: Stroke | null;
  readonly cap: 'butt' | 'round' | 'square';
}

export interface ScenePath extends ElementBase {
  readonly type: 'path';
  /** Standard deviation of the blur of what is behind, inside of the shape; absent: none. */
  readonly backdropBlur?: number;
  readonly d: string;
  /** Stretched to both sides of the box. */
  readonly viewBox: readonly [number, number, number, number];
  readonly fill: Paint | null;
  readonly stroke: Stroke | null;
  readonly fillRule: 'nonzero' | 'evenodd';
}
