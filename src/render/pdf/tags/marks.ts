/** Marks in drawn content, which `tagContent` replaces by marked content. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { SceneElement } from '../../scene/elements.ts';
import { isRecordingText } from '../../text/draw/recorded-text.ts';
import { drawStandIn, FIRST_MARK } from '../stand-in.ts';
import type { PageStructure } from './structure.ts';

/**
 * Returns a function that draws pictures between two stand-ins. They cover the element's box, so that they
 * are missing only if it is.
 */
export function pictureMarker({ pictures }: PageStructure) {
  return (context: SKRSContext2D, element: SceneElement, draw: () => void): void => {
    const part = pictures.get(element);
    if (part === undefined || !isRecordingText(context)) {
      draw();
      return;
    }
    const { width, height } = element;
    drawStandIn(context, FIRST_MARK + 1 + part, { x: 0, y: 0, width, height });
    context.save();
    draw();
    context.restore();
    drawStandIn(context, FIRST_MARK, { x: 0, y: 0, width, height });
  };
}

/** Puts the text of a part between marks: comments, which Skia never writes. */
export function markText(part: number | null, content: string): string {
  return part === null ? content : `%T${part}(\n${content}\n%T)\n`;
}

/** A marked text, or the use of an external object. */
export const textMarkOrObject = /%T(\d+)\(\n([\s\S]*?)\n%T\)\n|\/(X\d+) Do/g;
