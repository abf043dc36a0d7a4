import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { findUrlTarget, recordUrlKeyUse, type UrlTarget } from '../../store/url-keys.ts';
import type { ImagePath } from './image-path.ts';
import type { ImageUrlParts } from './parts.ts';
import { imageProblems } from './problems.ts';
import { isSignedWith, readSignedTarget } from './signed-target.ts';
import type { SpelledTarget } from './spellings.ts';

/**
 * Checks the signature of a URL, and finds what it names.
 *
 * @param path null: it names nothing
 * @throws Problem IMAGE_URL_INVALID
 */
export async function admitUrl(
  parts: ImageUrlParts,
  path: ImagePath | null,
  exchange: {
    readonly target: SpelledTarget;
    readonly log: Logger;
  },
): Promise<UrlTarget> {
  const { db, targets } = parts;
  const signedTarget = readSignedTarget(exchange.target);
  if (signedTarget === null) throw imageProblems.urlInvalid();
  const { urlKeyId } = signedTarget;
  const templateId = path?.templateId ?? null;
  const version = path === null || path.version === 'live' ? null : path.version;
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
