/** How long the texts of a document may take to be fitted. */

/** The most pixels of one text, and of all texts, that are drawn about a hundred times. */
const maxTextPixels = 500_000;
const maxPixels = 1_500_000;

/** What texts of one document are fitted thoroughly: each costs its pixels and some more. */
const thoroughPixels = 400_000;
const thoroughCost = 20_000;
const maxThoroughPixels = 50_000;

/** Limits what texts of one document take to be fitted: those beyond it keep the size that the file says. */
export class FittingBudget {
  #left = maxPixels;
  #thoroughLeft = thoroughPixels;

  /** Whether a text of this size is fitted. */
  spend(pixels: number): boolean {
    if (pixels > Math.min(maxTextPixels, this.#left)) return false;
    this.#left -= pixels;
    return true;
  }

  /** Whether a text of this size is fitted thoroughly. */
  spendThorough(pixels: number): boolean {
    const cost = pixels + thoroughCost;
    if (pixels > maxThoroughPixels || cost > this.#thoroughLeft) return false;
    this.#thoroughLeft -= cost;
    return true;
  }
}
