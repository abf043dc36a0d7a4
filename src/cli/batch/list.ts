import { listBatchJobs } from '../../store/batches/list-jobs.ts';
import { findAccount } from '../../store/workspaces.ts';
import { formatTable } from '../format-table.ts';
import { printResult, CommandError, withContext } from '../command-context.ts';

/**
 * `batch list`.
 *
 * @throws CommandError
 */
export async function listBatches(
  { account, limit }: { readonly account: string; readonly limit: number },
  globals: { readonly json?: boolean },
): Promise<void> {
  const { jobs, total } = await withContext(async ({ db }) => {
    if ((await findAccount(db, account)) === null) throw new CommandError(`There is no account ${account}.`);
    const filter = {
      accountId: account,
      statuses: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'],
      origins: ['API_KEY', 'DESIGNER'],
    } as const;
    return await listBatchJobs(db, filter, { offset: 0, limit });
  });
  const listed = jobs.map(({ jobId, status, templateId, totalItems, createdAt }) => {
    return { jobId, status, templateId, totalItems, createdAt };
  });
  printResult(globals, { jobs: listed }, [
    ...formatTable(
      jobs,
      [
        ['JOB', ({ jobId }) => jobId],
        ['STATUS', ({ status }) => status],
        ['ROWS', ({ totalItems }) => totalItems],
        ['FAILED', ({ failedItems }) => failedItems],
        ['CREATED', ({ createdAt }) => createdAt.toISOString()],
        ['TEMPLATE', ({ templateId, templateName }) => `${templateId} (${templateName})`],
      ],
      'The account has no batch jobs.',
    ),
    ...(total > jobs.length ? [`The newest ${jobs.length} of ${total}; --limit shows more.`] : []),
  ]);
}
