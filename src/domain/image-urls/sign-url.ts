import type { StudioCaller } from '../../store/sessions.ts';
import { findUrlTarget } from '../../store/url-keys.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { canonicalFile, formatOfFile } from './files.ts';
import { identifyPicture } from './identify-picture.ts';
import { findPicture } from './load-picture.ts';
import type { ImageUrlParts } from './parts.ts';
import { imageProblems } from './problems.ts';
import { signTarget } from './signed-target.ts';
import { encodeCanonical } from './spellings.ts';

/** What a URL shall ask for. */
export interface ImageUrlRequest {
  readonly urlKeyId: string;
  readonly templateId: string;
  /** The number of a version, or `live`. */
  readonly version: string;
  /** Its extension decides the format. */
  readonly file: string;
  readonly values: Readonly<Record<string, string>>;
  readonly options: {
    readonly scale?: number | undefined;
    readonly quality?: number | undefined;
    readonly dpi?: number | undefined;
    readonly background?: string | undefined;
    readonly locale?: string | undefined;
    readonly page?: number | undefined;
    readonly size?: string | undefined;
    /** In Unix seconds. */
    readonly exp?: number | undefined;
  };
}

/**
 * Makes a URL and signs it with a key of the caller, after the same checks as the URL will have. Keys of
 * others do not exist here, not even for owners: their URLs would show what those accounts see.
 *
 * @throws Problem NOT_FOUND for the key; IMAGE_URL_INVALID for an unreadable secret; as `identifyPicture`,
 *   with pointers into the URL
 */
export async function signImageUrl(
  parts: ImageUrlParts,
  { accountId }: Pick<StudioCaller, 'accountId'>,
  request: ImageUrlRequest,
): Promise<{
  readonly target: string;
  readonly isCached: boolean;
  /** The values that are shortened, for a key with `fit`. */
  readonly fitted: Readonly<Record<string, string>>;
}> {
  const { urlKeyId, templateId, version, file, values, options } = request;
  const key = await findUrlTarget(parts.db, {
    urlKeyId,
    templateId,
    version: version === 'live' ? null : Number(version),
  });
  if (key?.accountId !== accountId) throw studioProblems.keyNotFound(urlKeyId);
  const secret = parts.seal.open(urlKeyId, key);
  if (secret === null) throw imageProblems.secretUnreadable();
  const format = formatOfFile(file);
  if (format === null) throw new Error('The contract has an extension without a format.');
  const { scale, quality, dpi, background, locale, page, size, exp } = options;
  const picture = await identifyPicture(parts, key, {
    templateId,
    version,
    format,
    variables: values,
    expiresAt: exp,
    options: { scale, quality, outputDpi: dpi, backgroundColor: background, locale, page, size },
  });
  const signed = getTarget(request);
  return {
    target: `${signed}&s=${signTarget(secret, signed)}`,
    isCached: (await findPicture(parts, picture)) !== null,
    fitted: picture.fittedValues,
  };
}

/** Path and query of a URL in canonical form, without its signature. */
function getTarget({ urlKeyId, templateId, version, file, values, options }: ImageUrlRequest): string {
  const { scale, quality, dpi, background, locale, page, size, exp } = options;
  const query = [
    ...Object.entries(values).map(([name, value]) => [`v.${name}`, value] as const),
    ...Object.entries({ scale, quality, dpi, background, locale, page, size, exp, k: urlKeyId }),
  ]
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeCanonical(name)}=${encodeCanonical(String(value))}`],
    )
    .join('&');
  return `/i/${templateId}/${version}/${encodeCanonical(canonicalFile(file))}?${query}`;
}
