import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Option, type Command } from 'commander';
import type { Chroma } from '../../render/chroma.ts';
import type { OutputFormat } from '../../render/job.ts';
import { callerPath } from '../caller-folder.ts';
import { chromaOption, dpiOption, OUTPUT_FORMATS, parseIntegerBetween } from '../option-values.ts';
import { describeReport, describeWarning } from './describe-report.ts';
import { readTemplate } from './read-template.ts';
import { isInlineJson, readValues } from './read-values.ts';
import type { FolderRenderer } from './render-folder.ts';
import { printResult, CommandError, readSettings } from '../command-context.ts';

/** The options of `template render`. */
export interface RenderOptions {
  readonly vars?: string;
  readonly format?: OutputFormat;
  readonly scale: number;
  readonly quality: number;
  readonly chroma?: Chroma;
  readonly dpi?: number;
  readonly background?: string;
  readonly report?: true | string;
  readonly debug?: true;
  readonly watch?: true;
  readonly out: string;
}

/** `template render`: runs the service's own pipeline on a template on the disk. */
export function addRenderCommand(template: Command): void {
  template
    .command('render')
    .argument('<path>', 'a folder or a .zip', callerPath)
    .description('render a template in a folder or a .zip to a file, without a database')
    .requiredOption('--out <file>', 'the file to write', callerPath)
    .option(
      '--vars <values>',
      'values of its variables: JSON as {"name": "value"}, or a file with it (default: its example.json)',
      (vars) => (isInlineJson(vars) ? vars : callerPath(vars)),
    )
    .addOption(
      new Option('--format <format>', "default: by the file's extension, or png").choices(OUTPUT_FORMATS),
    )
    .option('--scale <number>', 'multiplies its size, 1 to 4', parseIntegerBetween(1, 4), 1)
    .option('--quality <number>', 'of jpeg and webp, 1 to 100', parseIntegerBetween(1, 100), 85)
    .addOption(chromaOption())
    .addOption(dpiOption())
    .option('--background <color>', 'a colour that replaces its background')
    .option(
      '--report [file]',
      'show where every element and line of text is, or write it as JSON to a file',
      callerPath,
    )
    .option('--debug', 'draw boxes, baselines and ids over the image')
    .option('--watch', 'render again whenever the template or the values change, until Ctrl-C')
    .action(async (place: string, options: RenderOptions, command: Command) => {
      const globals = command.optsWithGlobals<{ json?: boolean }>();
      const { createFolderRenderer } = await import('./render-folder.ts');
      const settings = readSettings();
      if (options.watch === true) {
        const { renderOnChange } = await import('./render-on-change.ts');
        await renderOnChange(place, options, settings, globals);
        return;
      }
      const renderer = createFolderRenderer(settings);
      try {
        const { summary, lines } = await renderToFile(renderer, place, options);
        printResult(globals, summary, lines);
      } finally {
        await renderer.close();
      }
    });
}

/** Renders a template to the file of `--out`, and its layout to that of `--report`. */
export async function renderToFile(
  renderer: FolderRenderer,
  place: string,
  options: RenderOptions,
): Promise<{ readonly summary: object; readonly lines: readonly string[] }> {
  const { vars, out, format = formatOf(out), scale, quality, chroma, dpi, background } = options;
  const folder = await readTemplate(place);
  const { data, width, height, warnings, report } = await renderer.render(folder, {
    values: await readValues(vars, folder),
    ...{ format, scale, quality, chroma, dpi, background },
    inspect: { report: options.report !== undefined, boxes: options.debug === true },
  });
  await write('image', out, data);
  if (typeof options.report === 'string')
    await write('report', options.report, `${JSON.stringify(report, null, 2)}\n`);
  const summary = { file: out, bytes: data.byteLength, width, height, warnings };
  const shown = options.report === true && report !== undefined;
  return {
    summary: shown ? { ...summary, report } : summary,
    lines: [
      `${out}: ${Number(width.toFixed(2))} × ${Number(height.toFixed(2))}, ${data.byteLength} bytes`,
      ...warnings.map(describeWarning),
      ...(shown ? describeReport(report) : []),
    ],
  };
}

async function write(what: string, file: string, content: Uint8Array | string): Promise<void> {
  await writeFile(file, content).catch((error: Error) => {
    throw new CommandError(`The ${what} cannot be written: ${error.message}`);
  });
}

function formatOf(file: string): OutputFormat {
  const extension = path.extname(file).slice(1).toLowerCase();
  if (extension === '') return 'png';
  const name = extension === 'jpg' ? 'jpeg' : extension;
  const named = OUTPUT_FORMATS.find((format) => format === name);
  if (named !== undefined) return named;
  throw new CommandError(
    `"${file}" names no format that can be written (${OUTPUT_FORMATS.join(', ')}); ` +
      'name another file, or give the format with --format.',
  );
}
