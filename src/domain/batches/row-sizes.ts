/** The sizes of a batch: a file for each row and size. */
import { listSizeIds } from '../../common/sizes/size-names.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import type { FieldError } from '../problems/problem.ts';
import { problems } from '../problems/catalogue.ts';
import { sizedSource } from '../renders/sized-source.ts';
import type { BatchSubmission } from './submission.ts';

type Submission = Pick<BatchSubmission, 'sizes' | 'folders' | 'options' | 'sheet'>;

/**
 * The sizes that a batch renders each row in, with the version in each.
 *
 * @returns `ids`: null without `sizes`, where `versions` has the one of `options.size`
 * @throws Problem for sizes that the template does not have, and beside options that exclude them
 */
export function sizesOfBatch(
  version: TemplateVersion,
  submission: Submission,
): { readonly ids: readonly string[] | null; readonly versions: readonly TemplateVersion[] } {
  const { sizes, options } = submission;
  const misfit = findMisfit(submission);
  if (misfit !== null) throw problems.invalidRequest([misfit]);
  if (sizes === undefined)
    return { ids: null, versions: [sizedVersion(version, options.size, '/options/size')] };
  const ids = sizes === 'all' ? listSizeIds(version.document) : sizes;
  return { ids, versions: ids.map((id, index) => sizedVersion(version, id, `/sizes/${index}`)) };
}

function findMisfit({ sizes, folders, options, sheet }: Submission): FieldError | null {
  if (sizes === undefined)
    return folders === true
      ? {
          pointer: '/template/output/folders',
          detail: 'Folders are for "sizes": there is one for each size.',
        }
      : null;
  if (options.size !== undefined) {
    const detail = 'Give either "sizes", for a file of each row in each, or the "size" of all files.';
    return { pointer: '/template/options/size', detail };
  }
  const twice = sizes === 'all' ? -1 : sizes.findIndex((id, index) => sizes.indexOf(id) < index);
  if (twice >= 0) {
    const detail = `The size "${sizes[twice] ?? ''}" is listed twice.`;
    return { pointer: `/template/sizes/${twice}`, detail };
  }
  if (sheet === null) return null;
  const detail = 'Rows on sheets have one size, as all cells have: give the "size" of the options.';
  return { pointer: '/template/sizes', detail };
}

function sizedVersion(version: TemplateVersion, size: string | undefined, place: string): TemplateVersion {
  const sized = sizedSource(version, size);
  if ('source' in sized) return sized.source;
  throw problems.invalidRequest([{ ...sized.problem, pointer: `/template${place}` }]);
}

/** The size of a file of a job; undefined: that of its options. */
export function sizeOfFile(sizes: readonly string[] | null, index: number): string | undefined {
  return sizes === null ? undefined : sizes[index % sizes.length];
}
