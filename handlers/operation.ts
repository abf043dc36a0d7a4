import type { Logger } from 'pino';
import type { operations } from '../generated/openapi.ts';
import type { CancelParts } from '../src/domain/batches/manage-jobs.ts';
import type { ResultParts } from '../src/domain/batches/find-result.ts';
import type { SaveName } from '../src/domain/files/attachment.ts';
import type { DownloadableFile } from '../src/domain/files/downloadable-file.ts';
import type { RateState } from '../src/domain/problems/problem.ts';
import type { AnswerOnceParts } from '../src/domain/renders/answer-once.ts';
import type { GenerateParts } from '../src/domain/renders/generate.ts';
import type { SubmitRenderParts } from '../src/domain/batches/submit-render.ts';
import type { PublicUrl } from '../src/domain/shares/links.ts';
import type { ImportZipParts } from '../src/domain/templates/import-zip.ts';
import type { TemplateCache } from '../src/domain/templates/discovery.ts';
import type { WebhookParts } from '../src/domain/webhooks/endpoints.ts';
import type { Storage } from '../src/storage/storage.ts';
import type { Database } from '../src/store/database.ts';
import type { ApiCaller } from '../src/store/callers.ts';

/** The contract's operations with an API key. `src/http/image-urls.ts` answers the others. */
export type OperationId = Exclude<keyof operations, 'getImage' | 'headImage'>;

/**
 * A handler for every operation. A missing handler, an undeclared status or a wrong body does not compile.
 */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** Answers a valid request with one domain call. Throws a Problem if it refuses or fails. */
export type Handler<Id extends OperationId> = (call: Call<Id>, parts: HandlerParts) => Promise<Reply<Id>>;

/** The parts that domain calls need. */
export interface HandlerParts {
  readonly db: Database;
  readonly templates: TemplateCache;
  readonly generate: GenerateParts & AnswerOnceParts;
  readonly submit: SubmitRenderParts;
  readonly storage: Storage;
  readonly results: ResultParts;
  readonly cancel: CancelParts;
  readonly imports: ImportZipParts;
  readonly shares: { readonly db: Database; readonly publicUrl: PublicUrl };
  readonly webhooks: WebhookParts;
}

/** A valid request to an operation, with defaults filled in. */
export interface Call<Id extends OperationId> extends CallOf<operations[Id]> {
  readonly caller: ApiCaller;
}

/** A reply that the contract declares. */
export type Reply<Id extends OperationId> = ReplyOf<operations[Id]>;

/** An operation as the types of a contract describe it. */
interface Operation {
  readonly parameters: { readonly path?: unknown; readonly query?: unknown; readonly header?: unknown };
  readonly responses: object;
}

/** A valid request to an operation of any contract. */
export interface CallOf<Described extends Operation> {
  readonly path: Declared<Described['parameters']['path']>;
  readonly query: DefaultsFilledIn<Declared<Described['parameters']['query']>>;
  /** Header fields that the contract declares as parameters. */
  readonly header: Declared<Described['parameters']['header']>;
  readonly body: Body<Described>;
  /** SHA-256 of a JSON body as it was sent, in hex. Null: the operation does not compare bodies. */
  readonly bodyHash: string | null;
  readonly requestId: string;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

type Declared<Parameters> = [Exclude<Parameters, undefined>] extends [never]
  ? Record<never, never>
  : Exclude<Parameters, undefined>;

/** Parameters with a default in the contract; the validation has filled it in. */
type ParameterWithDefault = 'page' | 'limit' | 'size' | 'delivery' | 'returnTo' | 'overlapHours';

type DefaultsFilledIn<Query> = Omit<Query, ParameterWithDefault> &
  Required<Pick<Query, Extract<keyof Query, ParameterWithDefault>>>;

/** The JSON or the bytes of a body; with both, its Content-Type decides. */
type Body<Described> = Described extends { requestBody: { content: infer Contents } }
  ? | (Contents extends { 'application/json': infer Json } ? Json : never)
    | (Contents extends { 'application/octet-stream': unknown } ? Uint8Array : never)
  : undefined;

/**
 * A reply that any contract declares for an operation.
 *
 * @template SetByHttp the headers that `src/http` sets
 */
export type ReplyOf<Described extends Operation, SetByHttp = HttpHeader> = {
  [Status in keyof Described['responses'] & number]: ReplyWith<
    Status,
    Described['responses'][Status],
    SetByHttp
  >;
}[keyof Described['responses'] & number];

/** A stored file. `src/http` chooses the status and the headers for the whole file or a part of it. */
export interface FileReply<MediaType extends string = string> {
  readonly file: DownloadableFile<MediaType>;
}

type ReplyWith<Status, Response, SetByHttp> = Response extends {
  content: infer Contents;
  headers: infer Headers;
}
  ? | (Contents extends { 'application/json': infer Json }
        ? {
            readonly status: Status;
            readonly headers: OwnHeaders<Headers, SetByHttp>;
            readonly body: Json;
            /** Set if the operation counted the request against another rate limit than its own. */
            readonly rate?: RateState | null;
          }
        : never)
    | ([BinaryType<Contents>] extends [never]
        ? never
        : | ({
              readonly status: Status;
              readonly headers: OwnHeaders<Headers, SetByHttp>;
              readonly mediaType: WithBoundary<BinaryType<Contents>>;
              readonly bytes: Uint8Array;
            } & SaveAs<Headers>)
          | FileReply<BinaryType<Contents>>)
  : Response extends { headers: infer Headers }
    ? { readonly status: Status; readonly headers: OwnHeaders<Headers, SetByHttp> }
    : never;

type BinaryType<Contents> = Exclude<keyof Contents & string, 'application/json' | 'application/problem+json'>;

/** Several bodies in one name the boundary between them (RFC 2046, 5.1). */
type WithBoundary<MediaType extends string> = MediaType extends 'multipart/mixed'
  ? `${MediaType}; boundary=${string}`
  : MediaType;

/** Bytes have a file name where the contract declares Content-Disposition. */
type SaveAs<Headers> =
  'Content-Disposition' extends Named<Headers> ? { readonly saveAs: SaveName } : { readonly saveAs?: never };

/** Headers that `src/http` sets: on every response, or for a file. */
export type HttpHeader =
  | ('X-Request-Id' | 'RateLimit' | 'RateLimit-Policy' | 'Cache-Control' | 'Content-Length' | 'Content-Type')
  | ('Content-Disposition' | 'Content-Range' | 'Accept-Ranges' | 'ETag' | 'Last-Modified');

type OwnHeaders<Headers, SetByHttp> = {
  readonly [Name in keyof Headers as string extends Name ? never : Exclude<Name, SetByHttp>]: Headers[Name];
};

/** The declared names; the types also allow any other. */
type Named<Headers> = keyof { [Name in keyof Headers as string extends Name ? never : Name]: unknown };
