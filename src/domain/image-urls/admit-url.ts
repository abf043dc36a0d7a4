import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { findUrlTarget, recordUrlKeyUse, type UrlTarget } from '../../store/url-keys.ts';
import type { ImageUrlParts } from './parts.ts';
import { imageProblems } from './problems.ts';
import { canonicalTarget, isSignedWith, readSignedTarget } from './signed-target.ts';
import type { SpelledTarget } from './spellings.ts';

/**
 * Checks the signature of a URL, before anything else in it is looked at, and finds what it names.
 *
 * @throws Problem IMAGE_URL_INVALID
 */
export async function admitUrl(
  parts: ImageUrlParts,
  exchange: {
    readonly target: SpelledTarget;
    readonly log: Logger;
  },
): Promise<UrlTarget> {
  const { db, targets } = parts;
  const signedTarget = readSignedTarget(exchange.target);
  if (signedTarget === null) throw imageProblems.urlInvalid();
  const { urlKeyId } = signedTarget;
  const { templateId, version } = readNames(exchange.target);
  const target = await targets.join(`${urlKeyId} ${templateId} ${version}`, () =>
    findUrlTarget(db, { urlKeyId, templateId, version }),
  );
  const secret = target === null ? null : openSecret(parts, target);
  if (target === null || secret === null || !isSignedWith(secret, signedTarget))
    throw imageProblems.urlInvalid();
  if (target.isUseDue) {
    recordUrlKeyUse(db, urlKeyId).catch((error: unknown) => {
      exchange.log.warn({ err: error }, 'the use of a URL key could not be recorded');
    });
  }
  return target;
}

/** Opens a key's secret. It is kept in memory for as long as the database has the same. */
function openSecret({ seal, secrets }: ImageUrlParts, target: UrlTarget): KeyObject | null {
  const { urlKeyId, sealedSecret } = target;
  const known = secrets.get(urlKeyId);
  if (known?.sealedSecret.equals(sealedSecret) === true) return known.secret;
  const opened = seal.open(urlKeyId, target);
  if (opened === null) return null;
  const secret = createSecretKey(opened, 'utf8');
  secrets.set(urlKeyId, { sealedSecret, secret });
  return secret;
}

/** The template and the version in a path, for the database. What is malformed is refused later. */
function readNames(target: SpelledTarget): {
  readonly templateId: string | null;
  readonly version: number | null;
} {
  const path = target.path.includes('%') ? canonicalTarget({ ...target, query: '' }).path : target.path;
  const [, templateId, version] =
    /^\/i\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(live|[1-9]\d{0,8})\//i.exec(path) ?? [];
  return {
    templateId: templateId ?? null,
    version: version === undefined || version === 'live' ? null : Number(version),
  };
}
