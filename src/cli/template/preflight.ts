import type { RenderWarning } from '../../render/layout-report.ts';
import type { Settings } from '../command-context.ts';
import { describeWarning } from './describe-report.ts';
import { readTemplate } from './read-template.ts';
import { readValues } from './read-values.ts';
import { createFolderRenderer } from './render-folder.ts';

/** The values that a template is laid out with. */
export interface PreflightValues {
  readonly vars?: string;
  readonly locale?: string;
}

/** A preflight, as JSON and in lines. */
export interface PreflightOfFolder {
  readonly result: {
    readonly pages: number;
    readonly errors: number;
    readonly advice: number;
    readonly findings: readonly RenderWarning[];
  };
  readonly lines: readonly string[];
}

/** Lays a template for print out as a PDF, and lists what a printer warns about. @throws CommandError */
export async function preflightTemplate(
  path: string,
  { vars, locale }: PreflightValues,
  settings: Settings,
): Promise<PreflightOfFolder> {
  const renderer = createFolderRenderer(settings);
  try {
    const folder = await readTemplate(path);
    const { warnings: findings, pageCount: pages = 1 } = await renderer.render(folder, {
      place: path,
      values: await readValues(vars, folder),
      format: 'pdf',
      scale: 1,
      quality: 85,
      chroma: undefined,
      svgText: undefined,
      dpi: undefined,
      background: undefined,
      locale,
      page: undefined,
      preflight: true,
      isLayoutOnly: true,
      inspect: { report: false, boxes: false },
    });
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const advice = findings.length - errors;
    const sum = `Preflight: ${errors} ${errors === 1 ? 'error' : 'errors'}, ${advice} of advice.`;
    return {
      result: { pages, errors, advice, findings },
      lines: [...findings.map(describeWarning), findings.length === 0 ? 'Preflight has found nothing.' : sum],
    };
  } finally {
    await renderer.close();
  }
}
