/** The client's own notes on a job or a row, which come back with its answers and events. */
import { escapePointer } from '../../common/text/json-text.ts';
import type { Metadata } from '../../store/batches/job-status.ts';
import { problems } from '../problems/catalogue.ts';
import { MAX_FIELD_ERRORS } from '../problems/field-errors.ts';
import type { FieldError } from '../problems/problem.ts';

/** Of the text of one, in JSON and UTF-8. */
const maxBytes = 4_096;

interface GivenMetadata {
  readonly metadata?: Metadata | undefined;
  /** Of each row; default: none has any. */
  readonly rowMetadata?: readonly (Metadata | null)[] | undefined;
  /** Default: no rows. */
  readonly rows?: readonly unknown[];
}

/**
 * Checks the metadata of a job or a render.
 *
 * @throws Problem VALIDATION_ERROR
 */
export function checkMetadata({ metadata, rowMetadata, rows = [] }: GivenMetadata): void {
  const errors: FieldError[] = metadata === undefined ? [] : findFaults(metadata, '/metadata');
  if (rowMetadata !== undefined && rowMetadata.length !== rows.length) {
    const given = `but received ${rowMetadata.length}`;
    const detail = `Expected an entry for each of the ${rows.length} rows ${given}.`;
    errors.push({ pointer: '/rowMetadata', detail });
  }
  for (const [index, each] of (rowMetadata ?? []).entries()) {
    if (each !== null) errors.push(...findFaults(each, `/rowMetadata/${index}`));
    if (errors.length >= MAX_FIELD_ERRORS) break;
  }
  if (errors.length > 0) throw problems.invalidRequest(errors.slice(0, MAX_FIELD_ERRORS));
}

function findFaults(metadata: Metadata, pointer: string): FieldError[] {
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  const isLarge = bytes > maxBytes;
  if (isLarge)
    return [{ pointer, detail: `Expected at most ${maxBytes} bytes of JSON but received ${bytes}.` }];
  return findLossyNumbers(metadata, pointer);
}

/** Numbers that would come back as others: JSON has them, but programs read them as doubles. */
function findLossyNumbers(value: unknown, pointer: string): FieldError[] {
  if (typeof value === 'number') {
    if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return [];
    const detail = 'Expected a number up to 9007199254740991, which programs read exactly; write it as text.';
    return [{ pointer, detail }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    findLossyNumbers(each, `${pointer}/${escapePointer(key)}`),
  );
}
