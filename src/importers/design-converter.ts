import type { DesignConverter } from '../domain/designs/convert-design.ts';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import { convertInWorker, type ConversionRequest } from './convert-in-worker.ts';
import { UnreadableDesign } from './design.ts';

/**
 * Creates the function that converts the designs that people drop onto Studio.
 *
 * @param limits those of authoring, whose checks remember the files that were decoded
 */
export function createDesignConverter(
  fetching: ConversionRequest['fetching'],
  limits: CheckLimits,
): DesignConverter {
  return async ({ name, bytes, format, variables, page }, signal) => {
    const design = { name, bytes, folder: null };
    try {
      return {
        converted: await convertInWorker(
          { design, fetching, fonts: [], format, variables, page },
          limits,
          signal,
        ),
      };
    } catch (error) {
      if (error instanceof UnreadableDesign) return { reason: error.message, fault: error.cause };
      throw error;
    }
  };
}
