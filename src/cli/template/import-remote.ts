/** `template import --server`: imports over HTTP, with a key that may author. */
import { parse } from 'jsonc-parser';
import { sleep } from '../../async/abortable.ts';
import { locateProblems } from '../../domain/templates/locate-problems.ts';
import { sendTemplate } from '../../outbound/send-template.ts';
import type { Visibility } from '../../store/projects.ts';
import { packZip } from '../../storage/pack-zip.ts';
import { CommandError } from '../command-context.ts';
import { invalidTemplate } from './describe-problem.ts';
import { readTemplate } from './read-template.ts';

export interface RemoteImport {
  /** The origin of the service. */
  readonly server: string;
  readonly key: string;
  readonly project: string;
  readonly id: string | undefined;
  readonly visibility: Visibility | undefined;
}

/** Tries while the service is busy or starts. */
const maxTries = 5;

const maxWaitSeconds = 30;

/**
 * Imports the template at a path into a remote service. Returns its id, and who sees it.
 *
 * @throws CommandError
 */
export async function importRemotely(place: string, remote: RemoteImport): Promise<RemoteTemplate> {
  const { server, key, project, id, visibility } = remote;
  const { templateJson, exampleJson, files } = await readTemplate(place);
  const entries = new Map(files);
  if (templateJson !== null) entries.set('template.json', templateJson);
  if (exampleJson !== null) entries.set('example.json', exampleJson);
  const zip = await packZip(entries);
  const url = new URL(`/api/v1/projects/${project}/templates`, server);
  if (id !== undefined) url.searchParams.set('templateId', id);
  if (visibility !== undefined) url.searchParams.set('visibility', visibility);
  for (let tries = 1; ; tries += 1) {
    const { status, retryAfterSeconds, json } = await sendTemplate(url, key, zip);
    const answer = json as Answer | null;
    if ((status === 200 || status === 201) && typeof answer?.id === 'string')
      return { templateId: answer.id, visibility: answer.visibility ?? 'PRIVATE' };
    // Nothing was stored. The service says when to come back.
    if ([429, 503].includes(status) && retryAfterSeconds > 0 && tries < maxTries) {
      await sleep(Math.min(retryAfterSeconds, maxWaitSeconds) * 1_000);
      continue;
    }
    if (answer?.code === 'TEMPLATE_INVALID' && templateJson !== null) {
      const text = Buffer.from(templateJson).toString();
      throw invalidTemplate(place, locateProblems(text, parse(text), answer.errors ?? []));
    }
    const reason = answer?.detail ?? `${server} answered ${status}, which is not an answer of Platen.`;
    throw new CommandError(`${place} was not imported. ${reason}`);
  }
}

interface RemoteTemplate {
  readonly templateId: string;
  readonly visibility: Visibility;
}

interface Answer {
  readonly id?: string;
  readonly visibility?: Visibility;
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
