/** Commands that add shapes. */
import { addElements } from '../model/changes/content.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { newShape, shapeNames, type ShapeName } from '../model/shapes.ts';
import { addToDraw } from '../view/seen-area.ts';
import { command, type Command, type CommandId } from './command.ts';

/** The commands of the shapes. */
export const shapeCommandIds = {
  triangle: 'addTriangle',
  diamond: 'addDiamond',
  pentagon: 'addPentagon',
  hexagon: 'addHexagon',
  star: 'addStar',
  burst: 'addBurst',
  heart: 'addHeart',
  bubble: 'addBubble',
  blockArrow: 'addBlockArrow',
  lineArrow: 'addLineArrow',
  lineArrows: 'addLineArrows',
} as const satisfies Readonly<Record<ShapeName, CommandId>>;

export const shapeCommands: readonly Command[] = shapeNames.map((name) =>
  command(shapeCommandIds[name], {}, (store) =>
    addToDraw(store, (design) => addElements(design, [newShape(name, seenDocument(design))])),
  ),
);
