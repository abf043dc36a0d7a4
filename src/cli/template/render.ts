import { OUTPUT_FORMATS } from '../../common/names/output-formats.ts';
import { Option, type Command } from 'commander';
import { FACTURX_PROFILES } from '../../render/attachments/facturx.ts';
import { callerPath } from '../caller-folder.ts';
import {
  chromaOption,
  dpiOption,
  parseIntegerBetween,
  localeOption,
  pageOption,
  pdfStandardOption,
  sizeOption,
  svgTextOption,
} from '../option-values.ts';
import { printResult, readSettings } from '../command-context.ts';
import { isInlineJson } from './read-values.ts';
import { renderToFile, type RenderOptions } from './render-to-file.ts';

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
    .option('--quality <number>', 'of jpeg, webp and avif, 1 to 100', parseIntegerBetween(1, 100), 85)
    .addOption(chromaOption())
    .addOption(svgTextOption())
    .addOption(dpiOption())
    .option('--background <color>', 'a colour that replaces its background')
    .addOption(localeOption())
    .addOption(pageOption())
    .addOption(sizeOption())
    .option('--password-file <file>', 'a file whose first line is the password of the pdf', callerPath)
    .option(
      '--attach <file>',
      'a file that the pdf carries, as [RELATIONSHIP=]FILE such as Data=prices.csv; can be repeated',
      (file: string, others: readonly string[] = []) => [...others, file],
    )
    .addOption(
      new Option(
        '--facturx <profile>',
        'the profile of the invoice whose XML is among the attached files',
      ).choices(FACTURX_PROFILES),
    )
    .addOption(pdfStandardOption())
    .option(
      '--report [file]',
      'show where every element and line of text is, or write it as JSON to a file',
      callerPath,
    )
    .option('--preflight', 'warn as a printer does: of the pdf of a template for print')
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
