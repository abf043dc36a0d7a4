import type { BarcodeElement, QrCodeElement } from '../../../../generated/template.ts';
import { checkOptions } from '../../../common/codes/code-options.ts';
import type { TemplateProblem } from './problem.ts';

/** Checks the keys of a code that depend on its symbology. */
export function checkCodeKeys(element: QrCodeElement | BarcodeElement, pointer: string): TemplateProblem[] {
  const problem = (key: string, detail: string) => ({ pointer: `${pointer}/${key}`, detail });
  const problems: TemplateProblem[] = [];
  const { moduleSize, barWidthReduction = 0 } = element;
  if (moduleSize !== undefined && barWidthReduction > moduleSize / 2) {
    const detail = `expected at most half of "moduleSize", ${moduleSize / 2}, got ${barWidthReduction}.`;
    problems.push(problem('barWidthReduction', detail));
  }
  if (element.type === 'qrcode') {
    const { moduleShape = 'square' } = element;
    if (moduleShape !== 'square' && barWidthReduction > 0) {
      const detail = `Only square modules can be reduced, not those of "moduleShape": "${moduleShape}".`;
      problems.push(problem('barWidthReduction', detail));
    }
    return problems;
  }
  const { symbology, bearerBars, options = {} } = element;
  if (bearerBars !== undefined && !['itf14', 'interleaved2of5'].includes(symbology))
    problems.push(
      problem('bearerBars', `Only itf14 and interleaved2of5 have bearer bars, not ${symbology}.`),
    );
  if (moduleSize !== undefined && symbology === 'swissqrcode') {
    const detail = 'A Swiss QR code is 46 mm wide and high, whatever it holds: leave "moduleSize" out.';
    problems.push(problem('moduleSize', detail));
  }
  if (barWidthReduction > 0 && symbology === 'maxicode')
    problems.push(problem('barWidthReduction', 'The hexagons of maxicode have a size of their own.'));
  const found = checkOptions(symbology, options);
  return [...problems, ...found.map(({ name, detail }) => problem(`options/${name}`, detail))];
}
