import type { components } from '../../../generated/studio.ts';
import {
  writeLayout,
  type Preview,
  type PreviewRequest,
} from '../../../src/domain/previews/render-preview.ts';
import { mediaTypes } from '../../../src/domain/files/shared-files.ts';
import type { ElementSelection } from '../../../src/render/scene/scene.ts';
import { withFileOptions } from './file-options.ts';
import { multipartBody } from './multipart.ts';

type PreviewBody = components['schemas']['Preview'];

/** The request of the body of a preview, with the contract's defaults. */
export function previewRequest(body: PreviewBody): PreviewRequest {
  const { values, format, elements, pageOf, tab } = body;
  return {
    values: values ?? {},
    format: format ?? 'png',
    options: withFileOptions(body),
    // The contract accepts one of the two keys.
    elements: elements as ElementSelection | undefined,
    pageOf,
    tab,
  };
}

/** The layout of a preview as JSON, then its file. */
export async function previewReply(preview: Preview, { format }: PreviewBody) {
  const parts = [
    { mediaType: 'application/json', bytes: await writeLayout(preview) },
    { mediaType: mediaTypes[format ?? 'png'], bytes: preview.data },
  ];
  return { status: 200, headers: {}, ...multipartBody(parts) } as const;
}
