import { useMemo } from 'react';
import { usePreview, type PreviewState } from '../../parts/previews/use-preview.ts';
import { completeForDesign } from '../model/example-values.ts';
import type { Values } from '../model/values.ts';
import { closePages, idInWork } from '../model/pages.ts';
import type { TemplateDocument } from '../model/template.ts';
import { lossyFormat } from '../preview/preview-request.ts';
import { useDesigner, useSettledDocument } from '../state/use-designer.ts';
import { shownExample } from '../state/shown-values.ts';

/** The canvas comes first. */
const delayMs = 400;

interface PictureOptions {
  /** False: nothing is asked for, and what is shown stays. */
  readonly isEnabled?: boolean;
  /** Whether it is shown so small that a lossy format does: it has an eighth of the bytes. */
  readonly isSmall?: boolean;
}

/** The picture of the design with other values. */
export function usePicture(
  values: Values,
  { isEnabled = true, isSmall = false }: PictureOptions = {},
): PreviewState {
  const templateId = useDesigner((state) => state.templateId);
  const document = useSettledDocument();
  const example = useDesigner(shownExample);
  const body = useMemo(
    () => ({
      document: { ...closePages(document) },
      ...choosePage(document),
      values: { ...completeForDesign(values, document.variables, example) },
      // A card is smaller than the page on the screen.
      ...((document.viewportExportDpi ?? 96) > 96 ? { options: { outputDpi: 96 as const } } : {}),
      ...(isSmall ? { format: lossyFormat({ document }) } : {}),
    }),
    [document, values, example, isSmall],
  );
  return usePreview({ templateId, version: null }, body, { delayMs, isEnabled });
}

/** What shows the page in work. */
export function choosePage(document: Pick<TemplateDocument, 'pages'>): { readonly pageOf?: string } {
  const id = idInWork(document);
  return id === null ? {} : { pageOf: id };
}
