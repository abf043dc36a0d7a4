import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { OutputFormat } from '../render/scene.ts';
import { OUTPUT_FORMATS, parseIntegerBetween } from './arguments.ts';
import { describeReport, describeWarning } from './describe-report.ts';
import { readTemplate } from './read-template.ts';
import { answer, CommandError, readSettings } from './session.ts';

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

/** `template render`: the service's own pipeline on a template that is only on the disk. */
export function addRenderCommand(template: Command): void {
  template
    .command('render <path>')
    .description('render a template in a folder or a .zip to a file, without a database')
    .requiredOption('--out <file>', 'where the picture goes')
    .option('--vars <json>', 'values of its variables, as {"name": "value"}', parseVars, {})
    .addOption(
      new Option('--format <format>', 'default: as the name of the file says, or png').choices(
        OUTPUT_FORMATS,
      ),
    )
    .option('--scale <number>', 'times its size, 1 to 4', parseIntegerBetween(1, 4), 1)
    .option('--quality <number>', 'of jpeg and webp, 1 to 100', parseIntegerBetween(1, 100), 85)
    .option('--dpi <number>', 'pixels an inch, 72 to 600', parseIntegerBetween(72, 600))
    .option('--background <color>', 'a hex colour in place of its background')
    .option('--report [file]', 'where every element and line of text is: to read, or as JSON to a file')
    .option('--debug', 'draw boxes, baselines and ids over the picture')
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
      await write('picture', options.out, data);
      if (typeof options.report === 'string')
        await write('report', options.report, `${JSON.stringify(report, null, 2)}\n`);
      const summary = { file: options.out, bytes: data.byteLength, width, height, warnings };
      const shown = options.report === true && report !== undefined;
      answer(command.optsWithGlobals(), shown ? { ...summary, report } : summary, [
        `${options.out}: ${Number(width.toFixed(2))} × ${Number(height.toFixed(2))}, ${data.byteLength} bytes`,
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
    `"${file}" names no format that can be written (${OUTPUT_FORMATS.join(', ')}); name another file, or say which with --format.`,
  );
}

function parseVars(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Refused below, with whatever else is no object.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError('It must be a JSON object of strings, like \'{"title": "Hello"}\'.');
  }
  return value as Record<string, unknown>;
}
