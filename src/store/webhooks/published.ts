import { queryRows, type Database } from '../database.ts';
import { emitEvents } from './events.ts';

/** Writes the event of a template's published version, in the transaction that has published it. */
export async function emitPublished(transaction: Database, templateId: string): Promise<void> {
  const [published] = await queryRows<{
    workspaceId: string;
    projectId: string;
    name: string;
    version: number;
  }>(
    transaction,
    `select t.workspace_id as "workspaceId", t.project_id as "projectId", t.name, v.number as version
     from templates t join template_versions v on v.id = t.version_id where t.id = :templateId`,
    { templateId },
  );
  if (published === undefined) return;
  const { workspaceId, ...version } = published;
  await emitEvents(transaction, {
    workspaceId,
    type: 'template.published',
    occurredAt: new Date(),
    data: [{ templateId, ...version }],
  });
}
