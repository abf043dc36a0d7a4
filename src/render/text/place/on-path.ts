import type { SceneText } from '../../scene/text.ts';
import { bendLine } from './bend-line.ts';
import { PathLine } from './path-line.ts';
import type { TextLayout } from '../text-layout.ts';

const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029\t]/g;

/**
 * Lays out a text in one line along its path. The line is first laid out straight, in a box as wide as the
 * path is long, so `align`, `overflow` and `shrink` work as in a box. Line feeds become spaces.
 */
export function layoutOnPath(
  { columns: _columns, path, ...element }: SceneText,
  layoutStraight: (element: SceneText) => TextLayout,
): TextLayout {
  const { width, height } = element;
  if (path === undefined) throw new RangeError('the text has no path');
  const line = new PathLine(path, element);
  const straight = layoutStraight({
    ...element,
    runs: element.runs.map(({ ruby: _ruby, ...run }) => ({
      ...run,
      text: run.text.replaceAll(lineBreaks, ' '),
    })),
    width: line.length,
    height: Infinity,
    verticalAlign: 'top',
    wrap: false,
  });
  return { ...straight, width, height, lines: straight.lines.map((each) => bendLine(each, line)) };
}
