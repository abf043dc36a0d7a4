/** What a batch is made of, and what makes two submissions the same. */
import { withSheetDefaults, type GivenGrid } from '../../common/sheets/sheet-grid.ts';
import type { FilenameCharacters } from '../../common/names/filename-characters.ts';
import { BASE_SIZE } from '../../common/sizes/size-names.ts';
import type { OtherColumnsGiven } from '../../common/rows/other-columns.ts';
import type { SourceColumn } from '../../common/rows/source-columns.ts';
import type { Plans } from '../../config/plans.ts';
import type { CallbackUrlCheck } from '../../outbound/check-callback-url.ts';
import { defaultChroma } from '../../render/chroma.ts';
import type { Fingerprint } from '../../store/batches/idempotency-keys.ts';
import type { BatchOrigin, Metadata } from '../../store/batches/job-status.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { renderDefaults, type RenderTarget } from '../renders/output-options.ts';
import type { TemplateCache } from '../templates/discovery.ts';
import type { GivenPictures } from './pictures.ts';

export interface SubmitParts {
  readonly db: Database;
  readonly plans: Plans;
  readonly templates: TemplateCache;
  readonly maxOutputPixels: number;
  /** The maximum number of rows of a batch, on every plan. */
  readonly batchMaxRows: number;
  readonly isCallbackUrlAccepted: CallbackUrlCheck;
  /** Whether submissions count against rate limits. */
  readonly limitsRates: boolean;
}

export interface BatchSubmission extends RenderTarget {
  readonly templateId: string;
  readonly filenamePattern: string | null;
  readonly filenameCharacters: FilenameCharacters;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The line of each row in the file that it comes from. Default: not known. */
  readonly lines?: readonly number[];
  /** The columns of the sheet that gave the values, in its order. Default: not known. */
  readonly columns?: readonly SourceColumn[];
  /** The columns of the sheet that fill no variable. Default: none. */
  readonly otherColumns?: OtherColumnsGiven;
  readonly callbackUrl: string | null;
  /** Whether the archive lists the warnings of its rows. */
  readonly includeWarnings: boolean;
  /** How the rows are laid out on sheets; null: the archive has a file for each row. */
  readonly sheet: GivenGrid | null;
  /** The sizes that each row is rendered in; `all` has the base first. Default: that of the options. */
  readonly sizes?: readonly string[] | 'all' | undefined;
  /** Whether the archive has a folder for each size. */
  readonly folders?: boolean | undefined;
  /** Default: none. */
  readonly pictures?: GivenPictures;
  /** The client's own notes on the job and on each row; default: none. */
  readonly metadata?: Metadata | undefined;
  readonly rowMetadata?: readonly (Metadata | null)[] | undefined;
  readonly idempotencyKey: string | null;
  readonly origin: BatchOrigin;
}

export interface SubmitRequest {
  readonly submission: BatchSubmission;
  readonly caller: Actor;
  /** Aborted when the client has gone: a submission that is not stored yet is dropped. */
  readonly signal: AbortSignal;
}

/** What submissions with one idempotency key must have in common, with defaults. */
export function computeFingerprint(submission: BatchSubmission): Fingerprint {
  const { templateId, rows, format, options, filenamePattern, filenameCharacters, sheet } = submission;
  const { scale = renderDefaults.scale, quality = renderDefaults.quality } = options;
  const { chroma, svgText = 'outlines', outputDpi, backgroundColor, locale } = options;
  const { page = 1, size = BASE_SIZE, pdfStandard, preflight = false, attachments = [], facturx } = options;
  return {
    templateId,
    rowCount: rows.length,
    format,
    options: {
      scale,
      quality,
      // A default is left out, so that jobs of earlier releases, which had no such option, compare equal.
      ...(chroma === undefined || chroma === defaultChroma(quality) ? {} : { chroma }),
      ...(svgText === 'outlines' ? {} : { svgText }),
      ...(outputDpi === undefined ? {} : { outputDpi }),
      ...(backgroundColor === undefined ? {} : { backgroundColor }),
      ...(locale === undefined ? {} : { locale }),
      ...(page === 1 ? {} : { page }),
      ...(size === BASE_SIZE ? {} : { size }),
      ...(pdfStandard === undefined ? {} : { pdfStandard }),
      ...(preflight ? { preflight } : {}),
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(facturx === undefined ? {} : { facturx }),
      ...(submission.sizes === undefined ? {} : { sizes: submission.sizes }),
      ...(submission.folders === true ? { folders: true } : {}),
    },
    filenamePattern,
    filenameCharacters: filenamePattern === null ? 'hyphen' : filenameCharacters,
    sheet: sheet === null ? null : withSheetDefaults(sheet),
  };
}
