import type { DesignConverter } from '../domain/authoring/convert-design.ts';
import { convertApart, type ConversionRequest } from './convert-apart.ts';
import { UnreadableDesign } from './design.ts';

/** Creates the function that converts the designs that people drop onto Studio. */
export function createDesignConverter(
  limits: Pick<ConversionRequest, 'fetching' | 'checkLimits'>,
): DesignConverter {
  const { maxImagePixels, maxOutputPixels, timeoutMs } = limits.checkLimits;
  return async ({ name, bytes, format, variables }) => {
    try {
      const converted = await convertApart({
        ...{ design: { name, bytes, folder: null }, fonts: [], format, variables },
        ...{ fetching: limits.fetching, checkLimits: { maxImagePixels, maxOutputPixels, timeoutMs } },
      });
      return { converted };
    } catch (error) {
      if (error instanceof UnreadableDesign) return { reason: error.message };
      throw error;
    }
  };
}
