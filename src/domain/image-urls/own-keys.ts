import type { StudioCaller } from '../../store/sessions.ts';
import { nameTemplates } from '../../store/templates.ts';
import { deleteUrlKey, listUrlKeys, maxUrlKeys, type UrlKey } from '../../store/url-keys.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { parseImageHost } from './image-hosts.ts';
import { createUrlKey, type UrlKeyParts, type UrlKeyRequest } from './keys.ts';

/** A URL key as the caller sees it. */
export interface ShownUrlKey extends UrlKey {
  readonly isYours: boolean;
  /** False after a change of SIGNING_SECRET. */
  readonly isReadable: boolean;
  /** The templates of its URLs; those that the caller does not see have no name. Null: all. */
  readonly templates: readonly { readonly id: string; readonly name: string | null }[] | null;
}

/** The URL keys that a caller sees, newest first: owners see everybody's. */
export async function readUrlKeys(
  parts: UrlKeyParts,
  caller: StudioCaller,
): Promise<{ readonly keys: readonly ShownUrlKey[]; readonly maxKeys: number }> {
  const keys = await listUrlKeys(parts.db, caller.workspaceId, ownOrAll(caller));
  return { keys: await show(parts, caller, keys.toReversed()), maxKeys: maxUrlKeys };
}

/**
 * Creates a URL key of the caller.
 *
 * @throws Problem VALIDATION_ERROR for a host that is none; KEY_LIMIT_REACHED
 */
export async function createOwnUrlKey(
  parts: UrlKeyParts,
  caller: StudioCaller,
  { name, imageHosts, ...restrictions }: Omit<UrlKeyRequest, 'accountId' | 'actor'>,
): Promise<{ readonly key: ShownUrlKey; readonly secret: string }> {
  const { accountId, accountName, workspaceId } = caller;
  const created = await createUrlKey(parts, {
    accountId,
    name: name.trim(),
    actor: { id: accountId, name: accountName },
    ...restrictions,
    imageHosts: imageHosts === null ? null : readHosts(imageHosts),
  });
  if (created === 'unknown-account') throw studioProblems.unauthenticated();
  if (created === 'full') throw studioProblems.keyLimitReached(maxUrlKeys, 'URL keys');
  const { urlKeyId, secret } = created;
  const own = await listUrlKeys(parts.db, workspaceId, accountId);
  const [key] = await show(
    parts,
    caller,
    own.filter((each) => each.urlKeyId === urlKeyId),
  );
  if (key === undefined) throw studioProblems.keyNotFound(urlKeyId);
  return { key, secret };
}

/**
 * Deletes a URL key: an owner everybody's, others their own.
 *
 * @throws Problem NOT_FOUND
 */
export async function deleteVisibleUrlKey(
  { db }: Pick<UrlKeyParts, 'db'>,
  caller: StudioCaller,
  urlKeyId: string,
): Promise<void> {
  const { accountId, accountName, workspaceId } = caller;
  const actor = { id: accountId, name: accountName };
  if (!(await deleteUrlKey(db, urlKeyId, { actor, workspaceId, accountId: ownOrAll(caller) })))
    throw studioProblems.keyNotFound(urlKeyId);
}

/** The account whose keys a caller sees. Null: those of all members. */
function ownOrAll({ role, accountId }: StudioCaller): string | null {
  return role === 'OWNER' ? null : accountId;
}

function readHosts(given: readonly string[]): readonly string[] {
  const hosts = given.map(parseImageHost);
  const errors = hosts.flatMap((host, at) =>
    host === null
      ? [{ pointer: `/imageHosts/${at}`, detail: 'Give a host like images.example.org, with a port or *.' }]
      : [],
  );
  if (errors.length > 0) throw problems.invalidRequest(errors);
  return [...new Set(hosts.filter((host) => host !== null))];
}

async function show(
  { db, seal }: UrlKeyParts,
  { accountId, workspaceId }: StudioCaller,
  keys: readonly UrlKey[],
): Promise<ShownUrlKey[]> {
  const ids = [...new Set(keys.flatMap(({ templateIds }) => templateIds ?? []))];
  const names = await nameTemplates(db, { workspaceId, accountId }, ids);
  return keys.map((key) => ({
    ...key,
    isYours: key.accountId === accountId,
    isReadable: seal.id.equals(key.sealedWith),
    templates: key.templateIds?.map((id) => ({ id, name: names.get(id) ?? null })) ?? null,
  }));
}
