import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { OutputFormat } from '../../render/job.ts';
import { dpiOption, OUTPUT_FORMATS, parseIntegerBetween } from '../option-values.ts';
import { describeReport, describeWarning } from './describe-report.ts';
import { readTemplate } from './read-template.ts';
import { printResult, CommandError, readSettings } from '../command-context.ts';

interface RenderOptions {
  readonly vars: Readonly<Record<string, unknown>>;
  readonly format?: OutputFormat;
  readonly scale: number;
  readonly quality: number;
  readonly dpi?: number;
  readonly background?: string;
  readonly report?: true | string;
  readonly debug?: true;
  readonly out: string;
}

/** `template render`: runs the service's own pipeline on a template on the disk. */
export function addRenderCommand(template: Command): void {
  template
    .command('render <path>')
    .description('render a template in a folder or a .zip to a file, without a database')
    .requiredOption('--out <file>', 'the file to write')
    .option('--vars <json>', 'values of its variables, as {"name": "value"}', parseVars, {})
    .addOption(
      new Option('--format <format>', "default: by the file's extension, or png").choices(OUTPUT_FORMATS),
    )
    .option('--scale <number>', 'multiplies its size, 1 to 4', parseIntegerBetween(1, 4), 1)
    .option('--quality <number>', 'of jpeg and webp, 1 to 100', parseIntegerBetween(1, 100), 85)
    .addOption(dpiOption())
    .option('--background <color>', 'a hex colour that replaces its background')
    .option('--report [file]', 'show where every element and line of text is, or write it as JSON to a file')
    .option('--debug', 'draw boxes, baselines and ids over the image')
    .action(async (place: string, options: RenderOptions, command: Command) => {
      const { vars, format = formatOf(options.out), scale, quality, dpi, background } = options;
      const inspect = { report: options.report !== undefined, boxes: options.debug === true };
      const folder = await readTemplate(place);
      const { renderFolder } = await import('./render-folder.ts');
      const { data, width, height, warnings, report } = await renderFolder(
        folder,
        { values: vars, format, scale, quality, dpi, background, inspect },
        readSettings(),
      );
      await write('image', options.out, data);
      if (typeof options.report === 'string')
        await write('report', options.report, `${JSON.stringify(report, null, 2)}\n`);
      const summary = { file: options.out, bytes: data.byteLength, width, height, warnings };
      const shown = options.report === true && report !== undefined;
      printResult(command.optsWithGlobals(), shown ? { ...summary, report } : summary, [
        `${options.out}: ${Number(width.toFixed(2))} × ${Number(height.toFixed(2))}, ` +
          `${data.byteLength} bytes`,
        ...warnings.map(describeWarning),
        ...(shown ? describeReport(report) : []),
      ]);
    });
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

function parseVars(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // `value` stays undefined, which is refused below.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError('It must be a JSON object of strings, like \'{"title": "Hello"}\'.');
  }
  return value as Record<string, unknown>;
}
