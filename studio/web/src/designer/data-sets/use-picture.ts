import { useMemo } from 'react';
import { usePreview, type PreviewState } from '../../parts/previews/use-preview.ts';
import { completeForDesign, type Values } from '../model/example-values.ts';
import { useDesigner, useSettledDocument } from '../state/designer.ts';

/** The canvas comes first. */
const delayMs = 400;

/** The picture of the design with other values. */
export function usePicture(values: Values, isEnabled = true): PreviewState {
  const templateId = useDesigner((state) => state.templateId);
  const document = useSettledDocument();
  const body = useMemo(
    () => ({
      document: document as unknown as Record<string, unknown>,
      values: { ...completeForDesign(values, document.variables) },
      // A card is smaller than the page on the screen.
      ...((document.viewportExportDpi ?? 96) > 96 ? { options: { outputDpi: 96 as const } } : {}),
    }),
    [document, values],
  );
  return usePreview({ templateId, version: null }, body, { delayMs, isEnabled });
}
