import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import type { TemplateDocument, TemplateSize } from '../../../generated/template.ts';
import { LENGTH_UNITS } from '../../common/lengths/units.ts';
import { proposeSize } from '../../common/proposals/propose-size.ts';
import { checkTemplateFolder } from '../../domain/templates/import-template.ts';
import { writeInOrder } from '../../domain/templates/key-order.ts';
import { callerPath } from '../caller-folder.ts';
import { CommandError, fileLimits, printResult, readSettings } from '../command-context.ts';
import { systemReason } from '../describe-error.ts';
import { invalidTemplate } from './describe-problem.ts';
import { readTemplate } from './read-template.ts';

interface ProposalOptions {
  readonly size: readonly GivenSize[];
  readonly write?: true;
}

type GivenSize = Pick<TemplateSize, 'id' | 'name' | 'viewport' | 'viewportUnit'>;

/** `template propose-size`: proposes how the design of a folder looks in other sizes. */
export function addProposeSizeCommand(template: Command): void {
  template
    .command('propose-size')
    .argument('<folder>', 'the folder of a template', callerPath)
    .description('propose how a template looks in other sizes, without a database')
    .requiredOption(
      '--size <id=measures>',
      'a size such as story=1080x1920 or card=85x55mm; can be repeated',
      (given: string, others: readonly GivenSize[] = []) => [...others, readSize(given)],
    )
    .option('--write', 'add the sizes to template.json; those with the same ids are replaced')
    .action(async (folder: string, options: ProposalOptions, command: Command) => {
      const globals = command.optsWithGlobals<{ json?: boolean }>();
      const { sizes, document } = await propose(folder, options.size);
      if (options.write === true) await writeDocument(folder, document);
      const lines =
        options.write === true
          ? sizes.map(({ id, overrides = {} }) => `${id}: ${Object.keys(overrides).length} elements differ`)
          : [JSON.stringify(sizes, null, 2)];
      printResult(globals, { sizes }, lines);
    });
}

/** Proposes sizes, and the document with them, which is checked as on import. */
async function propose(
  folder: string,
  given: readonly GivenSize[],
): Promise<{ readonly sizes: readonly TemplateSize[]; readonly document: TemplateDocument }> {
  const template = await readTemplate(folder);
  const limits = fileLimits(readSettings().config);
  const checked = await checkTemplateFolder(template, limits);
  if (!checked.valid) throw invalidTemplate(folder, checked.problems);
  const { sizes: before = [], ...base } = checked.document;
  const sizes = given.map(({ id, name, ...size }) => ({ id, name, ...proposeSize(base, size) }));
  const ids = new Set(sizes.map(({ id }) => id));
  const document = { ...base, sizes: [...before.filter(({ id }) => !ids.has(id)), ...sizes] };
  const templateJson = Buffer.from(JSON.stringify(document));
  const proposed = await checkTemplateFolder({ ...template, templateJson }, limits);
  if (!proposed.valid) throw invalidTemplate(folder, proposed.problems);
  return { sizes, document };
}

async function writeDocument(folder: string, document: TemplateDocument): Promise<void> {
  const file = path.join(folder, 'template.json');
  await writeFile(file, writeInOrder(document)).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be written: ${systemReason(error)}.`);
  });
}

const sizeForm = new RegExp(
  String.raw`^([a-z0-9][a-z0-9_-]*)=(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(${LENGTH_UNITS.join('|')})?$`,
  'u',
);

/** `story=1080x1920`, `card=85x55mm`. */
function readSize(given: string): GivenSize {
  const [, id = '', width = '', height = '', unit] = sizeForm.exec(given) ?? [];
  if (id === '' || Number(width) === 0 || Number(height) === 0)
    throw new InvalidArgumentError(
      'It must be an id and its measures, such as story=1080x1920 or card=85x55mm.',
    );
  const viewportUnit = LENGTH_UNITS.find((each) => each === unit);
  return {
    id,
    name: id,
    viewport: { width: Number(width), height: Number(height) },
    ...(viewportUnit === undefined ? {} : { viewportUnit }),
  };
}
