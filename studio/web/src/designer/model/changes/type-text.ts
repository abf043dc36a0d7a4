import { applyToPoint, rotateDEG } from 'transformation-matrix';
import type { TextElement } from '../template.ts';
import { typeIntoRuns } from '../merge/merge-text.ts';
import { changeElement, placeInBox, renameElement } from './content.ts';
import type { Design } from '../design.ts';
import { findElement } from '../elements.ts';
import { resizeBox } from '../placement.ts';

/** The text of an element, of all runs together. */
export function readText({ text, runs }: Pick<TextElement, 'text' | 'runs'>): string {
  return text ?? (runs ?? []).map((run) => run.text).join('');
}

/**
 * Sets the text of an element. Of runs, only those change in which it differs; typing is undone together.
 *
 * @param height that the box gets if it has less; its top stays where it is
 */
export function typeText(design: Design, id: string, text: string, height = 0): Design {
  return changeElement(
    design,
    id,
    (element) => {
      if (element.type !== 'text') return;
      if (height > element.height) {
        const added = applyToPoint(rotateDEG(element.rotation ?? 0), { x: 0, y: height - element.height });
        placeInBox(element, resizeBox(element, { x: 0, y: 1 }, added));
      }
      if (element.runs === undefined) {
        element.text = text;
        return;
      }
      const typed = typeIntoRuns(
        element.runs.map((run) => run.text),
        text,
      );
      for (const [index, run] of element.runs.entries()) run.text = typed[index] ?? '';
    },
    { joins: `text of ${id}` },
  );
}

/** Characters that a name takes of a text. */
const maxNameCharacters = 30;

/**
 * Names a text after its first line, if it has the name of a new text still. Undone with what was typed.
 *
 * @param newName without a number
 * @param newText that is there before anything is typed
 */
export function nameAfterText(design: Design, id: string, newName: string, newText: string): Design {
  const element = findElement(design.document, id)?.element;
  if (element?.type !== 'text' || id.replace(/ \d+$/u, '') !== newName) return design;
  const text = readText(element);
  const name = text === newText ? '' : nameFor(text);
  return name === '' ? design : renameElement(design, id, name, { joins: `text of ${id}` });
}

function nameFor(text: string): string {
  const [line = ''] = text.trim().split(/[\n\r]/u);
  const plain = line
    .replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (plain.length <= maxNameCharacters) return plain;
  const cut = plain.slice(0, maxNameCharacters + 1);
  const end = cut.lastIndexOf(' ');
  return (end > 0 ? cut.slice(0, end) : cut.slice(0, maxNameCharacters)).toWellFormed();
}
