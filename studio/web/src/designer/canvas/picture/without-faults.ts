/** What can be drawn of a document with faults: an element that has one is an empty box. */
import type { Schema } from '../../../api/client.ts';
import { ApiError } from '../../../api/problem.ts';
import { refusedProblems } from '../../../parts/template/refused-problems.ts';
import { convertLength } from '../../model/amount.ts';
import { closePages, openPages, pageInWork } from '../../model/pages.ts';
import { roundLength } from '../../model/placement.ts';
import type { TemplateDocument } from '../../model/template.ts';

type Problem = Schema<'TemplateProblem'>;
type Keys = Record<string, unknown>;

/** Rounds of faults that come to light one after the other. */
const maxRounds = 6;

interface PictureOf {
  readonly document: TemplateDocument;
  readonly values: Readonly<Record<string, string>>;
}

/** A picture, and the problems of what it does not show. */
interface Drawn<Picture> {
  readonly picture: Picture;
  readonly problems: readonly Problem[];
}

/**
 * Requests a picture. Where the service refuses the document or a value for problems, it is requested without
 * what has them.
 *
 * @throws ApiError if a problem remains: the first one, which is of the document as it is
 */
export async function drawWithoutFaults<Request extends PictureOf, Picture>(
  request: Request,
  draw: (request: Request) => Promise<Picture>,
): Promise<Drawn<Picture>> {
  const problems: Problem[] = [];
  let drawable = request;
  let first: unknown = null;
  for (let round = 0; ; round += 1) {
    try {
      return { picture: await draw(drawable), problems };
    } catch (error) {
      const found = error instanceof ApiError ? readProblems(error) : [];
      const known = new Set(problems.map(({ pointer, detail }) => `${pointer} ${detail}`));
      const isNew = found.some(({ pointer, detail }) => !known.has(`${pointer} ${detail}`));
      first ??= error;
      if (!isNew || round === maxRounds) throw found.length === 0 ? error : first;
      problems.push(...found);
      drawable = leaveOut(drawable, found);
    }
  }
}

function readProblems(error: ApiError): readonly Problem[] {
  const problems = refusedProblems(error);
  if (problems !== null) return problems;
  return error.fields
    .filter(({ pointer }) => pointer.startsWith('/values/'))
    .map(({ pointer, detail }) => ({ pointer, detail, elementId: null, line: null, column: null }));
}

function leaveOut<Request extends PictureOf>(request: Request, problems: readonly Problem[]): Request {
  const saved = structuredClone(closePages(request.document)) as Keys;
  const values: Record<string, string> = { ...request.values };
  // Later items of lists first, so that those before keep their places.
  for (const { pointer } of problems.toSorted((a, b) => comparePointers(b.pointer, a.pointer))) {
    const path = pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (path[0] === 'values') delete values[path[1] ?? ''];
    else leaveOutAt(saved, path);
  }
  return { ...request, document: openPages(saved, pageInWork(request.document)), values };
}

function comparePointers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

interface Step {
  readonly holder: Keys;
  readonly key: string;
}

/** Makes a side of a page whole pixels; returns false if it is not one that has a part of a pixel. */
function roundSide({ holder, key }: Step): boolean {
  const side = holder[key];
  if (typeof side !== 'number' || side <= 0 || Number.isInteger(side)) return false;
  holder[key] = Math.max(1, Math.round(side));
  return true;
}

/** A page of this size, in CSS pixels, stands for one whose size cannot be drawn. */
const drawnSide = 800;

/** Gives the document another width, height, or both: it cannot be drawn without a size. */
function resize(saved: Keys, side: string | undefined): void {
  const { viewport, viewportUnit } = saved as Partial<TemplateDocument>;
  const unit = units.find((each) => each === viewportUnit) ?? 'px';
  const length = roundLength(convertLength(drawnSide, 'px', unit));
  const sides =
    side === 'width' || side === 'height' ? { [side]: length } : { width: length, height: length };
  saved['viewport'] = { ...(typeof viewport === 'object' ? viewport : {}), ...sides };
}

const units = ['px', 'pt', 'mm', 'cm', 'in'] as const;

/** Empties the element that a path leads into, else removes what the path leads to. */
function leaveOutAt(saved: Keys, path: readonly string[]): void {
  const steps: Step[] = [];
  let at: unknown = saved;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) break;
    steps.push({ holder: at as Keys, key });
    at = (at as Keys)[key];
  }
  const element = steps.findLast(({ holder, key }, index) => isElement(holder[key], steps[index]?.key));
  if (element !== undefined) {
    element.holder[element.key] = emptyBox(element.holder[element.key] as Keys);
    return;
  }
  if (steps.some(({ key }) => key === 'viewport') && roundSide(steps.at(-1)!)) return;
  if (steps[0]?.key === 'viewport' || path[0] === 'viewport') {
    resize(saved, path[1]);
    return;
  }
  // A page without a size of its own has that of the document.
  const isSideOfPage = steps.length === 4 && steps[2]?.key === 'viewport';
  const last = isSideOfPage ? steps[2] : steps.findLast(({ holder, key }) => key in holder);
  if (last === undefined) return;
  // A key that an item of a list needs is not there: the item goes. Pages stay without the key.
  const index = steps.findLastIndex(({ holder }) => Array.isArray(holder));
  const item = steps[index];
  const isOptional = optionalKeys.has(last.key) || steps[index - 1]?.key === 'pages';
  const removed = item !== undefined && !isOptional ? item : last;
  if (Array.isArray(removed.holder)) removed.holder.splice(Number(removed.key), 1);
  else delete removed.holder[removed.key];
}

/** Keys of variables without which they are variables still. */
const optionalKeys: ReadonlySet<string> = new Set(['defaultValue', 'validation', 'label', 'fields']);

function isElement(value: unknown, key: string | undefined): boolean {
  if (key === undefined || typeof value !== 'object' || value === null) return false;
  const { type, id } = value as { readonly type?: unknown; readonly id?: unknown };
  return typeof type === 'string' && typeof id === 'string';
}

/** An element that draws nothing where one with a fault is. */
function emptyBox(element: Keys): Keys {
  const lengths = Object.fromEntries(
    ['x', 'y', 'width', 'height', 'rotation'].flatMap((key) =>
      typeof element[key] === 'number' && Number.isFinite(element[key]) ? [[key, element[key]]] : [],
    ),
  );
  return { type: 'rect', id: element['id'], x: 0, y: 0, width: 100, height: 40, ...lengths };
}
