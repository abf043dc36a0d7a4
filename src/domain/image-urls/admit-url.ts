import type { Logger } from 'pino';
import { findUrlTarget, recordUrlKeyUse, type UrlTarget } from '../../store/url-keys.ts';
import type { ImageUrlParts } from './parts.ts';
import { imageProblems } from './problems.ts';
import { isSignedWith, readSignedTarget } from './signed-target.ts';

/**
 * Checks the signature of a URL, before anything else in it is looked at, and finds what it names.
 *
 * @throws Problem IMAGE_URL_INVALID
 */
export async function admitUrl(
  { db, seal, targets }: ImageUrlParts,
  { path, query }: { readonly path: string; readonly query: string },
  log: Logger,
): Promise<UrlTarget> {
  const signedTarget = readSignedTarget(path, query);
  if (signedTarget === null) throw imageProblems.urlInvalid();
  const { urlKeyId } = signedTarget;
  const { templateId, version } = readNames(path);
  const target = await targets.join(`${urlKeyId} ${templateId} ${version}`, () =>
    findUrlTarget(db, { urlKeyId, templateId, version }),
  );
  const secret = target === null ? null : seal.open(target.urlKeyId, target);
  if (target === null || secret === null || !isSignedWith(secret, signedTarget))
    throw imageProblems.urlInvalid();
  if (target.isUseDue) {
    recordUrlKeyUse(db, urlKeyId).catch((error: unknown) => {
      log.warn({ err: error }, 'the use of a URL key could not be recorded');
    });
  }
  return target;
}

/** The template and the version in a path, for the database. What is malformed is refused later. */
function readNames(path: string): { readonly templateId: string | null; readonly version: number | null } {
  const [, templateId, version] =
    /^\/i\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(live|[1-9]\d{0,8})\//i.exec(path) ?? [];
  return {
    templateId: templateId ?? null,
    version: version === undefined || version === 'live' ? null : Number(version),
  };
}
