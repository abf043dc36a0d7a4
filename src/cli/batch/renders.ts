import type { Command } from 'commander';
import { readRenders } from '../../domain/batches/manage-renders.ts';
import { findRenders } from '../../store/batches/renders.ts';
import { findAccount } from '../../store/workspaces.ts';
import { callerPath } from '../caller-folder.ts';
import { CommandError, printResult, withContext } from '../command-context.ts';
import { formatTable } from '../format-table.ts';
import { parseId, parseIntegerBetween } from '../option-values.ts';
import { checkTarget, saveArchive } from './save-archive.ts';

interface ListOptions {
  readonly account: string;
  readonly limit: number;
}
interface ShowOptions {
  readonly render: string;
  readonly out?: string;
}
interface Globals {
  readonly json?: boolean;
}

/** `render list`, `show`: renders that no client waits for. */
export function addRenderCommands(program: Command): void {
  const render = program.command('render').description('look at renders in the background');

  render
    .command('list')
    .description("list an account's renders in the background, newest first")
    .requiredOption('--account <id>', 'the account', parseId)
    .option('--limit <renders>', 'the most renders to list', parseIntegerBetween(1, 10_000), 100)
    .action(async (options: ListOptions, command: Command) => {
      await printRenders(options, command.optsWithGlobals());
    });

  render
    .command('show')
    .description('show a render in the background, and save its file')
    .requiredOption('--render <id>', 'the render', parseId)
    .option('--out <file>', 'where the file of the render goes', callerPath)
    .action(async (options: ShowOptions, command: Command) => {
      await showRender(options, command.optsWithGlobals());
    });
}

async function printRenders({ account, limit }: ListOptions, globals: Globals): Promise<void> {
  const { data: renders, pagination } = await withContext(async ({ db }) => {
    if ((await findAccount(db, account)) === null) throw new CommandError(`There is no account ${account}.`);
    return await readRenders(db, { accountId: account }, { page: 0, size: limit });
  });
  const { totalElements: total } = pagination;
  const listed = renders.map(({ renderId, status, templateId, format, createdAt, error }) => {
    return { renderId, status, templateId, format, createdAt, error };
  });
  printResult(globals, { renders: listed }, [
    ...formatTable(
      renders,
      [
        ['RENDER', ({ renderId }) => renderId],
        ['STATUS', ({ status }) => status],
        ['FORMAT', ({ format }) => format],
        ['CREATED', ({ createdAt }) => createdAt.toISOString()],
        ['TEMPLATE', ({ templateId, templateName }) => `${templateId} (${templateName})`],
      ],
      'The account has no renders in the background.',
    ),
    ...(total > renders.length ? [`The newest ${renders.length} of ${total}; --limit shows more.`] : []),
  ]);
}

async function showRender({ render: renderId, out }: ShowOptions, globals: Globals): Promise<void> {
  if (out !== undefined) await checkTarget(out);
  await withContext(async ({ db, storage }) => {
    const [render] = await findRenders(db, null, [renderId]);
    if (render === undefined) throw new CommandError(`There is no render ${renderId}.`);
    const { status, templateName, format, archiveKey, archiveBytes, error, warningCount, metadata } = render;
    if (out !== undefined) {
      if (archiveKey === null) throw new CommandError(`The render is ${status}, and has no file.`);
      if ((await storage.sizeBytes(archiveKey)) === null)
        throw new CommandError('The file of the render is missing in storage.');
      await saveArchive(storage, archiveKey, out);
    }
    const file = out ?? null;
    printResult(
      globals,
      { renderId, status, format, bytes: archiveBytes, error, warningCount, metadata, file },
      [
        `render     ${renderId}`,
        `template   ${templateName}`,
        `status     ${status}`,
        `format     ${format}`,
        `warnings   ${warningCount}`,
        ...(error === null ? [] : [`error      ${error}`]),
        ...(archiveBytes === null ? [] : [`file       ${file ?? 'in storage'}, ${archiveBytes} bytes`]),
      ],
    );
  });
}
