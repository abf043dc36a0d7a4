import type { Command } from 'commander';
import { endAccountSessions } from '../../domain/members/end-sessions.ts';
import { changeAccount } from '../../domain/members/change-member.ts';
import { refuseTakenEmail } from '../../domain/sessions/email.ts';
import { resetFactor } from '../../domain/sessions/second-factor/own-factor.ts';
import { linkUrl, makeSignInLink, type HandedLink } from '../../domain/sessions/links.ts';
import { isLoopbackUrl } from '../../common/addresses/loopback.ts';
import { listMembers, type Member, type MemberChange, type Role } from '../../store/members.ts';
import { createAccount, findAccount, findWorkspace } from '../../store/workspaces.ts';
import { formatTable } from '../format-table.ts';
import { parseEmail, parseId, parseName, parseRole } from '../option-values.ts';
import { printResult, CommandError, withContext } from '../command-context.ts';
import { printable } from '../printable.ts';
import { sayRefusal } from './refusal.ts';
import { addAccountRemovalCommands } from './removal.ts';

interface CreateOptions {
  readonly workspace: string;
  readonly name: string;
  readonly email?: string;
  readonly role?: Role;
}

/** The commands of `account`: `create`, `list`, `show`, changes, `link`, `sign-out`, and those of removal. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('manage accounts, the members of a workspace');

  account
    .command('create')
    .description('add an account to a workspace')
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .requiredOption('--name <name>', 'its name', parseName)
    .option('--email <address>', 'the address to sign in to Studio with', parseEmail)
    .option('--role <role>', 'OWNER or MEMBER (default: OWNER for the first of a workspace)', parseRole)
    .action(async ({ workspace, name, email, role }: CreateOptions, command: Command) => {
      const newAccount = { workspaceId: workspace, name, email, role };
      const accountId = await withContext(({ db }) =>
        sayRefusal(() => refuseTakenEmail(() => createAccount(db, newAccount))),
      );
      if (accountId === null) throw new CommandError(`There is no workspace ${workspace}.`);
      printResult(command.optsWithGlobals(), { accountId }, [`account  ${accountId}`]);
    });

  account
    .command('list')
    .description('list the accounts of a workspace')
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .action(async (options: { workspace: string }, command: Command) => {
      const members = await withContext(async ({ db }) => {
        if ((await findWorkspace(db, options.workspace)) === null)
          throw new CommandError(`There is no workspace ${options.workspace}.`);
        return await listMembers(db, options.workspace);
      });
      const accounts = members.map(({ id, name, email, role, status }) => ({
        accountId: id,
        name,
        email,
        role,
        status,
      }));
      printResult(
        command.optsWithGlobals(),
        { accounts },
        formatTable(
          accounts,
          [
            ['ACCOUNT', ({ accountId }) => accountId],
            ['ROLE', ({ role }) => role],
            ['EMAIL', ({ email, status }) => `${email ?? '-'}${status === 'INVITED' ? ' (invited)' : ''}`],
            ['NAME', ({ name }) => name],
          ],
          'The workspace has no accounts.',
        ),
      );
    });

  account
    .command('show')
    .description('show an account and its workspace')
    .requiredOption('--account <id>', 'its id', parseId)
    .action(async (options: { account: string }, command: Command) => {
      const found = await withContext(({ db }) => findAccount(db, options.account));
      if (found === null) throw unknownAccount(options.account);
      const { accountId, workspaceId, name, email, role } = found;
      printResult(command.optsWithGlobals(), { accountId, name, email, role, workspaceId }, [
        `account    ${accountId}`,
        `name       ${printable(name)}`,
        `email      ${email ?? 'none'}`,
        `role       ${role}`,
        `workspace  ${workspaceId}`,
      ]);
    });

  account
    .command('rename')
    .description('give an account another name')
    .requiredOption('--account <id>', 'its id', parseId)
    .requiredOption('--name <name>', 'the new name', parseName)
    .action(async ({ account: id, name }: { account: string; name: string }, command: Command) => {
      await change(id, { name });
      printResult(command.optsWithGlobals(), {}, [`Account ${id} is now ${name}.`]);
    });

  account
    .command('set-email')
    .description('set the address with which an account signs in to Studio')
    .requiredOption('--account <id>', 'its id', parseId)
    .requiredOption('--email <address>', 'the address', parseEmail)
    .action(async ({ account: id, email }: { account: string; email: string }, command: Command) => {
      const { member, link } = await change(id, { email });
      if (link === null) {
        printResult(command.optsWithGlobals(), { email: member.email }, [
          `Account ${id} signs in as ${member.email ?? email}.`,
        ]);
        return;
      }
      const { url, expiresAt } = link;
      printResult(
        command.optsWithGlobals(),
        { email: member.email, pendingEmail: member.pendingEmail, link },
        [
          `Account ${id} signs in as ${member.pendingEmail ?? email} once its holder has opened this link,`,
          'signed in or with their password. Until then the old address counts. Hand it over in private.',
          `link     ${url}`,
          `expires  ${expiresAt.toISOString()}`,
        ],
      );
    });

  account
    .command('set-role')
    .description('make an account an owner of its workspace, or a member')
    .requiredOption('--account <id>', 'its id', parseId)
    .requiredOption('--role <role>', 'OWNER or MEMBER', parseRole)
    .action(async ({ account: id, role }: { account: string; role: Role }, command: Command) => {
      await change(id, { role });
      printResult(command.optsWithGlobals(), { role }, [`Account ${id} is ${role} of its workspace.`]);
    });

  account
    .command('link')
    .description('make a link that signs an account in to Studio, once; hand it over in private')
    .requiredOption('--account <id>', 'its id', parseId)
    .action(async (options: { account: string }, command: Command) => {
      const link = await withContext(async ({ db, config }) => {
        if (config.publicUrl === null)
          throw new CommandError('PORT is 0, so the address of the service is not known. Set PUBLIC_URL.');
        return await makeSignInLink(db, options.account, config.publicUrl);
      });
      if (link === null) throw unknownAccount(options.account);
      printResult(command.optsWithGlobals(), link, [
        `link     ${link.url}`,
        `expires  ${link.expiresAt.toISOString()}`,
        ...(isLoopbackUrl(link.url)
          ? ['The link works on this machine only: for others, set PUBLIC_URL.']
          : []),
      ]);
    });

  account
    .command('sign-out')
    .description('end all sessions of an account in Studio, and the links that were made for it')
    .requiredOption('--account <id>', 'its id', parseId)
    .action(async (options: { account: string }, command: Command) => {
      const endedSessions = await withContext(({ db }) => endAccountSessions(db, options.account));
      if (endedSessions === null) throw unknownAccount(options.account);
      printResult(command.optsWithGlobals(), { endedSessions }, [
        `${endedSessions === 1 ? '1 session has' : `${endedSessions} sessions have`} ended.`,
      ]);
    });

  account
    .command('reset-factor')
    .description('remove the second factor of an account that has lost it, with its recovery codes')
    .requiredOption('--account <id>', 'its id', parseId)
    .action(async (options: { account: string }, command: Command) => {
      const isRemoved = await withContext(({ db }) => resetFactor(db, options.account));
      if (isRemoved === null) throw unknownAccount(options.account);
      if (!isRemoved) throw new CommandError(`Account ${options.account} has no second factor.`);
      printResult(command.optsWithGlobals(), {}, [`Account ${options.account} signs in without a code.`]);
    });

  addAccountRemovalCommands(account);
}

async function change(
  accountId: string,
  changes: MemberChange,
): Promise<{ readonly member: Member; readonly link: HandedLink | null }> {
  return await withContext(async ({ db, config }) => {
    const changed = await sayRefusal(() => changeAccount(db, accountId, changes));
    if (changed === null) throw unknownAccount(accountId);
    const { member, link } = changed;
    if (link === null) return { member, link };
    // Without PUBLIC_URL and PORT the page is known, but not the origin.
    return {
      member,
      link: { url: linkUrl(config.publicUrl ?? '', link.token), expiresAt: link.expiresAt },
    };
  });
}

function unknownAccount(id: string): CommandError {
  return new CommandError(`There is no account ${id}.`);
}
