/** Why a chart is not drawn, as the end of a sentence that starts with the element. */
export class ChartError extends Error {
  override readonly name = 'ChartError';
}
