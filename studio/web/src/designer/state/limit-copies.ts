/** How many copies of the library a template notes. */

/** As many as the contract allows: entries of an item and its revision, and uses of each. */
const copyLimits = { copies: 500, uses: 100 };

/** Copies and their uses; where there are more than the contract allows, without those noted first. */
export function limitCopies<Copy extends { readonly uses: readonly string[] }>(
  copies: readonly Copy[],
): { readonly kept: readonly Copy[]; readonly isShortened: boolean } {
  const shorten = (copy: Copy) =>
    copy.uses.length > copyLimits.uses ? { ...copy, uses: copy.uses.slice(-copyLimits.uses) } : copy;
  const kept = copies.slice(-copyLimits.copies).map(shorten);
  const isShortened = kept.length < copies.length || kept.some((copy) => !copies.includes(copy));
  return { kept: isShortened ? kept : copies, isShortened };
}
