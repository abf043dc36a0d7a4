import type { CallOptions, PlatenApi } from './api.ts';
import { toByteStream, type Bytes, type ByteStream } from './byte-stream.ts';
import { accepted } from './error.ts';
import {
  readFileName,
  readLength,
  readQuota,
  readWarnings,
  type Quota,
  type RenderWarnings,
} from './headers.ts';
import type { components } from './openapi.ts';

type Format = components['schemas']['OutputFormat'];

/** A template, its values and the output options. */
export interface RenderRequest {
  readonly templateId: string;
  /** The values by variable name; all are strings. */
  readonly variables: components['schemas']['VariableValues'];
  /** Default: `png`. */
  readonly format?: Format | undefined;
  readonly options?: components['schemas']['RenderOptions'] | undefined;
}

/** A render in transfer. Read or cancel the stream: until then it holds a connection. */
export interface RenderedFile {
  readonly stream: ByteStream;
  /** Reads the stream to its end. */
  bytes(): Promise<Bytes>;
  /** The file name that the service gives: the template's name with an extension. */
  readonly name: string;
  readonly mediaType: string;
  /** The size of the file in bytes; null if unknown. */
  readonly size: number | null;
  readonly warnings: RenderWarnings;
  readonly quota: Quota | null;
  readonly requestId: string | null;
}

/** A published render. */
export interface PublishedRender {
  readonly link: components['schemas']['ShareLink'];
  readonly warnings: RenderWarnings;
  readonly quota: Quota | null;
  readonly requestId: string | null;
}

const mediaTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  zpl: 'application/zpl',
} as const satisfies Record<Format, string>;

/** Renders a template and returns the file. Costs one render. */
export async function generate(
  api: PlatenApi,
  { templateId, variables, format = 'png', options }: RenderRequest,
  { signal }: CallOptions = {},
): Promise<RenderedFile> {
  const { data, response } = await accepted(
    api.POST('/api/v1/templates/{templateId}/generate', {
      params: { path: { templateId } },
      body: { variables, format, ...(options === undefined ? {} : { options }) },
      headers: { Accept: `${mediaTypes[format]}, application/problem+json` },
      parseAs: 'stream',
      signal: signal ?? null,
    }),
  );
  const stream = toByteStream(data as ReadableStream<Bytes>);
  const { headers } = response;
  return {
    stream,
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
    name: readFileName(headers) ?? `${templateId}.${format === 'jpeg' ? 'jpg' : format}`,
    mediaType: headers.get('Content-Type') ?? mediaTypes[format],
    size: readLength(headers),
    warnings: readWarnings(headers),
    quota: readQuota(headers),
    requestId: headers.get('X-Request-Id'),
  };
}

/** Renders a template and publishes the file at a temporary URL that needs no key. Costs one render. */
export async function share(
  api: PlatenApi,
  { templateId, variables, format = 'png', options }: RenderRequest,
  { signal }: CallOptions = {},
): Promise<PublishedRender> {
  const { data, response } = await accepted(
    api.POST('/api/v1/templates/{templateId}/generate', {
      params: { path: { templateId } },
      body: { variables, format, delivery: 'link', ...(options === undefined ? {} : { options }) },
      headers: { Accept: 'application/json, application/problem+json' },
      signal: signal ?? null,
    }),
  );
  return {
    link: data as components['schemas']['ShareLink'],
    warnings: readWarnings(response.headers),
    quota: readQuota(response.headers),
    requestId: response.headers.get('X-Request-Id'),
  };
}
