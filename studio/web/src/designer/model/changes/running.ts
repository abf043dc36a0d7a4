/** Gives the page in work a header or footer, or takes it away. */
import { convertLength } from '../amount.ts';
import { edit, type Design } from '../design.ts';
import { listIds, takeId } from '../elements.ts';
import { roundToGrid } from '../placement.ts';
import { findRunning, readRunning, type RunningKey } from '../running.ts';
import type { GroupElement, TemplateDocument, TemplateElement } from '../template.ts';

/** The ids that headers, footers and the number of the page begin with. */
export interface RunningNames {
  readonly header: string;
  readonly footer: string;
  readonly number: string;
  /** The text of the number of the page. */
  readonly text: string;
}

/** Gives the page in work a header or footer, or takes it away with all that is in it. */
export function setRunning(design: Design, key: RunningKey, isWanted: boolean, names: RunningNames): Design {
  if ((findRunning(design.document, key) !== null) === isWanted) return design;
  return edit(design, (content) => {
    const { document } = content;
    if (isWanted) document.elements.push(newRunning(document, key, names));
    else {
      const index = document.elements.findIndex((element) => readRunning(element) === key);
      document.elements.splice(index, 1);
      const ids = listIds(document);
      content.selection = content.selection.filter((id) => ids.has(id));
    }
  });
}

/** As high as some lines of small print; the footer has the number of the page. */
function newRunning(document: TemplateDocument, key: RunningKey, names: RunningNames): GroupElement {
  const { width, viewportUnit = 'px' } = { ...document, ...document.viewport };
  const pageHeight: unknown = document.viewport.height;
  const least = (pageHeight as { readonly min?: number }).min ?? width;
  const available = typeof pageHeight === 'number' ? pageHeight : least;
  const round = (length: number) => roundToGrid(length, document);
  const wanted = Math.max(convertLength(10, 'px', viewportUnit), Math.min(width, available) / 65);
  const height = round(Math.min(wanted * 4, available / 5));
  const fontSize = round(Math.min(wanted, height / 2));
  const taken = listIds(document);
  const id = takeId(taken, names[key]);
  const line = round(fontSize * 1.5);
  const margin = round(width / 20);
  const number: TemplateElement = {
    type: 'text',
    id: takeId(taken, names.number),
    x: margin,
    y: round((height - line) / 2),
    width: round(width - 2 * margin),
    height: line,
    text: names.text,
    fontSize,
    color: '#1c2128',
    align: 'center',
    verticalAlign: 'middle',
  };
  // Where it stands and how wide it is, the page says.
  const made = { type: 'group', id, height, elements: key === 'footer' ? [number] : [], running: key };
  return made as unknown as GroupElement;
}
