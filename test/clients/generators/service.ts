/** The service that generated clients call, with one template that has a list. */
import type { TemplateVariable } from '../../../generated/template.ts';
import { createTestDatabase } from '../../helpers/database.ts';
import { createFleet } from '../../helpers/fleet.ts';
import { addTemplate, createTenant } from '../../helpers/http.ts';

/** A running service, and what a program reads from its environment to call it. */
export interface CalledService {
  readonly variables: Readonly<Record<'PLATEN_URL' | 'PLATEN_API_KEY' | 'PLATEN_TEMPLATE', string>>;
  close(): Promise<void>;
}

/** What a program does with its client, and what it has to print after the name. */
export const calls: readonly {
  readonly name: string;
  /** The head of its column in the page. */
  readonly title: string;
  readonly isRight: (value: string, service: CalledService) => boolean;
}[] = [
  { name: 'projects', title: 'JSON', isRight: (value) => value === 'Project' },
  { name: 'file', title: 'file', isRight: isPng },
  {
    name: 'link',
    title: 'link',
    isRight: (value, { variables: { PLATEN_URL } }) => value.startsWith(`${PLATEN_URL}/`),
  },
  { name: 'lists', title: 'list as array', isRight: isPng },
  { name: 'refused', title: '400 with field', isRight: (value) => value === '/variables/title' },
];

/** The first four bytes in hexadecimal. */
function isPng(value: string): boolean {
  return value === '89504e47';
}

/** Both are required, so that a client that leaves one out is refused. A title begins with a capital. */
const variables: TemplateVariable[] = [
  { name: 'title', type: 'text', label: 'Title', required: true, validation: { pattern: '[A-Z].*' } },
  {
    name: 'items',
    type: 'list',
    label: 'Items',
    required: true,
    fields: [{ name: 'name', type: 'text', label: 'Name', required: true }],
  },
];

/** Starts the service. Rate limits are off, since programs call as fast as they can. */
export async function startCalledService(folder: string): Promise<CalledService> {
  const database = await createTestDatabase();
  const fleet = createFleet(database, folder, { RATE_LIMITS: 'off' });
  const { url } = await fleet.serve();
  const tenant = await createTenant(database.db);
  const templateId = await addTemplate(database.db, tenant, { name: 'Card', variables });
  return {
    variables: { PLATEN_URL: url, PLATEN_API_KEY: tenant.apiKey, PLATEN_TEMPLATE: templateId },
    async close() {
      await fleet.close();
      await database.close();
    },
  };
}
