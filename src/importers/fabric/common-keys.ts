/** What all elements of a template have, from objects of Fabric.js. */
import type { Shadow, TemplateElement } from '../../../generated/template.ts';
import type { FabricObject, FabricShadow } from '../../../generated/designs/fabric.ts';
import { invert, slant, multiply, transformPoint } from '../../render/geometry.ts';
import { findBlendMode } from '../blend-modes.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor } from '../css-paint.ts';
import type { Placed } from '../placement.ts';
import { rotation } from './geometry.ts';
import { readType } from './outlines.ts';

const uuid = /^[0-9a-f-]{16,}$|^\d+$/iu;

/** The keys of effects. */
export type Effects = Pick<TemplateElement, 'opacity' | 'visible' | 'blendMode'> & { shadow?: Shadow };

/** The name of an object: its own, its id if a person wrote it, its text, or its type. */
export function readName(object: FabricObject): string {
  const { name = '', id = '', text = '' } = object;
  const label = [name, uuid.test(String(id)) ? '' : String(id), text.slice(0, 40)].find(
    (each) => each.trim() !== '',
  );
  return label ?? readType(object);
}

/** Opacity, blending, shadow and visibility of an object that is placed so. */
export function readEffects(object: FabricObject, placed: Placed, builder: TemplateBuilder): Effects {
  const { opacity = 1, visible = true, globalCompositeOperation: operation = 'source-over' } = object;
  const name = readName(object);
  const blendMode = findBlendMode(operation);
  if (blendMode === undefined && operation !== 'source-over')
    builder.lose(name, 'globalCompositeOperation', `Elements of a template do not mix as "${operation}".`);
  const shadow = getShadow(object, placed, builder);
  return {
    ...(opacity < 1 && { opacity: Math.max(0, rounded(opacity)) }),
    ...(!visible && { visible: false }),
    ...(blendMode !== undefined && { blendMode }),
    ...(shadow !== null && { shadow }),
  };
}

/** A shadow of Fabric.js falls on the canvas; one of a template turns with its element. */
function getShadow(
  object: FabricObject,
  { box, scaleX, scaleY }: Placed,
  builder: TemplateBuilder,
): Shadow | null {
  if (object.shadow === undefined) return null;
  const shadow = typeof object.shadow === 'string' ? parseShadow(object.shadow) : object.shadow;
  const { color: text = 'rgb(0,0,0)', blur = 0, offsetX = 0, offsetY = 0, nonScaling = false } = shadow;
  const color = readCssColor(text);
  if (color === null) {
    builder.lose(readName(object), 'shadow', `"${text}" is no colour.`);
    return null;
  }
  const [across, down] = nonScaling ? [1, 1] : [scaleX, scaleY];
  const turn = invert(multiply(rotation(box.rotation ?? 0), slant(box)));
  if (turn === null) return null;
  const { x, y } = transformPoint(offsetX * across, offsetY * down, turn);
  return { x: rounded(x), y: rounded(y), blur: Math.max(0, rounded((blur * (across + down)) / 2)), color };
}

/** A shadow as a text: `rgba(0,0,0,0.3) 2px 2px 10px`. */
function parseShadow(text: string): FabricShadow {
  const numbers = /(?:^|\s)(-?[\d.]+(?:px)?(?:\s+-?[\d.]+(?:px)?){0,2})\s*$/u.exec(text.slice(0, 200));
  const [offsetX = 0, offsetY = 0, blur = 0] = (numbers?.[1] ?? '').split(/\s+/u).map(Number.parseFloat);
  const color = text.slice(0, numbers?.index ?? text.length).trim();
  return { offsetX, offsetY, blur, ...(color !== '' && { color }) };
}
