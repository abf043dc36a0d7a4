import { OUTPUT_FORMATS } from '../common/names/output-formats.ts';
import { InvalidArgumentError, type Command } from 'commander';
import { parseImageHost } from '../domain/image-urls/image-hosts.ts';
import { createUrlKey } from '../domain/image-urls/keys.ts';
import { openCommandSeal, readSigningSecret } from '../domain/image-urls/seal-of-service.ts';
import { deleteUrlKey, listUrlKeys, maxUrlKeys, type UrlKeyRestrictions } from '../store/url-keys.ts';
import { findWorkspace } from '../store/workspaces.ts';
import { formatTable } from './format-table.ts';
import { parseId, parseIntegerBetween, parseName } from './option-values.ts';
import { printResult, CommandError, withContext } from './command-context.ts';
import { printable } from './printable.ts';
import { warmPictures } from './warm-pictures.ts';

interface CreateOptions {
  readonly account: string;
  readonly name: string;
  readonly template?: readonly string[];
  readonly format?: readonly string[];
  readonly maxSide?: number;
  readonly imageHost?: readonly string[];
  readonly rendersADay?: number;
  readonly fallback?: true;
  readonly fit?: true;
}

/** `url-key create`, `list`, `delete`, `warm`. */
export function addUrlKeyCommands(program: Command): void {
  const urlKey = program
    .command('url-key')
    .description('create, list and delete keys that sign image URLs; render their pictures ahead');

  urlKey
    .command('create')
    .description('create a key that signs image URLs; its secret is shown only once')
    .requiredOption('--account <id>', 'the account that the URLs act for', parseId)
    .requiredOption('--name <name>', 'its name', parseName)
    .option('--template <id>', 'only this template (repeatable)', collect(parseId))
    .option('--format <format>', 'only this format (repeatable)', collect(parseFormat))
    .option('--max-side <px>', 'at most this many pixels a side', parseIntegerBetween(1, 1_000_000))
    .option(
      '--image-host <host>',
      'pictures of variables only from this host: host, host:port or *.host (repeatable)',
      collect(parseHost),
    )
    .option(
      '--renders-a-day <number>',
      'at most this many renders a day, in UTC',
      parseIntegerBetween(1, 1e9),
    )
    .option('--fallback', "answer problems with the template's default picture, for mail")
    .option('--fit', 'shorten texts that are too long at a word, in place of an error')
    .action(async (options: CreateOptions, command: Command) => {
      const { account, name, template, format, maxSide, imageHost, rendersADay, fallback, fit } = options;
      const { urlKeyId, secret } = await withContext(async ({ db, config }) => {
        const seal = await openCommandSeal(db, await readSigningSecret(db, config.signingSecret));
        if (seal === null) {
          throw new CommandError(
            'SIGNING_SECRET is not the one that the service runs with, so the service could not read this ' +
              'key. Run the command with the same SIGNING_SECRET.',
          );
        }
        const created = await createUrlKey(
          { db, seal },
          {
            accountId: account,
            name,
            actor: null,
            templateIds: template ?? null,
            formats: format ?? null,
            maxSidePx: maxSide ?? null,
            imageHosts: imageHost ?? null,
            rendersADay: rendersADay ?? null,
            hasFallback: fallback === true,
            fit: fit === true,
          },
        );
        if (created === 'unknown-account') throw new CommandError(`There is no account ${account}.`);
        if (created === 'full')
          throw new CommandError(`The workspace has ${maxUrlKeys} URL keys, the maximum; delete one first.`);
        return created;
      });
      printResult(command.optsWithGlobals(), { urlKeyId, secret }, [
        `URL key  ${urlKeyId}`,
        `secret   ${secret}`,
      ]);
    });

  urlKey
    .command('list')
    .description('list the URL keys of a workspace')
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .action(async (options: { workspace: string }, command: Command) => {
      const urlKeys = await withContext(async ({ db }) => {
        const workspace = await findWorkspace(db, options.workspace);
        if (workspace === null) throw new CommandError(`There is no workspace ${options.workspace}.`);
        const keys = await listUrlKeys(db, options.workspace);
        return keys.map(({ sealedWith: _sealedWith, ...key }) => key);
      });
      const lines = formatTable(
        urlKeys,
        [
          ['URL KEY', ({ urlKeyId }) => urlKeyId],
          ['ACCOUNT', ({ accountId }) => accountId],
          ['LAST USED', ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? 'never'],
          ['ALLOWS', describeRestrictions],
          ['NAME', ({ name }) => name],
        ],
        'The workspace has no URL keys.',
      );
      printResult(command.optsWithGlobals(), { urlKeys }, lines);
    });

  urlKey
    .command('delete')
    .description('delete a URL key; its URLs are refused at once')
    .requiredOption('--key <id>', 'the id of the key', parseId)
    .action(async (options: { key: string }, command: Command) => {
      if (!(await withContext(({ db }) => deleteUrlKey(db, options.key)))) {
        throw new CommandError(`There is no URL key ${options.key}.`);
      }
      printResult(command.optsWithGlobals(), {}, [`URL key ${options.key} is deleted.`]);
    });

  urlKey
    .command('warm')
    .description('render the pictures of a list of image URLs ahead, within the rate of the plan')
    .argument('<file>', 'the URLs, one a line')
    .action(async (file: string, _options: object, command: Command) => {
      const { drawn, alreadyThere, refused } = await warmPictures(file);
      printResult(command.optsWithGlobals(), { drawn, alreadyThere, refused }, [
        ...refused.map(({ line, code, detail }) => `line ${line}: refused: ${code}: ${printable(detail)}`),
        `${drawn} drawn, ${alreadyThere} already there, ${refused.length} refused`,
      ]);
      if (refused.length > 0) process.exitCode = 1;
    });
}

function collect(
  parse: (text: string) => string,
): (text: string, before: readonly string[] | undefined) => readonly string[] {
  return (text, before = []) => [...new Set([...before, parse(text)])];
}

function parseFormat(text: string): string {
  const format = text === 'jpg' ? 'jpeg' : text;
  if ((OUTPUT_FORMATS as readonly string[]).includes(format)) return format;
  throw new InvalidArgumentError(`It must be one of ${OUTPUT_FORMATS.join(', ')}.`);
}

function parseHost(text: string): string {
  const host = parseImageHost(text);
  if (host !== null) return host;
  throw new InvalidArgumentError(
    'It must be a host like images.example.org, with a port or with *. in front.',
  );
}

/** The restrictions of a key in one line. */
function describeRestrictions({
  templateIds,
  formats,
  maxSidePx,
  imageHosts,
  rendersADay,
  hasFallback,
  fit,
}: UrlKeyRestrictions): string {
  const parts = [
    templateIds === null ? null : `${templateIds.length} template${templateIds.length === 1 ? '' : 's'}`,
    formats?.join('+') ?? null,
    maxSidePx === null ? null : `${maxSidePx} px`,
    imageHosts?.join('+') ?? null,
    rendersADay === null ? null : `${rendersADay} a day`,
    hasFallback ? 'fallback' : null,
    fit ? 'fit' : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'everything' : parts.join(', ');
}
