/** How long the texts of a document may take to be fitted. */

/** The most pixels of one text, and of all texts, that are drawn about a hundred times. */
const maxTextPixels = 500_000;
const maxPixels = 1_500_000;

/** Limits what texts of one document take to be fitted: those beyond it keep the size that the file says. */
export class FittingBudget {
  #left = maxPixels;

  /** Whether a text of this size is fitted. */
  spend(pixels: number): boolean {
    if (pixels > Math.min(maxTextPixels, this.#left)) return false;
    this.#left -= pixels;
    return true;
  }
}
