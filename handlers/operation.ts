import type { Logger } from 'pino';
import type { operations } from '../generated/openapi.ts';
import type { CancelParts } from '../src/domain/batches/manage-jobs.ts';
import type { ResultParts } from '../src/domain/batches/find-result.ts';
import type { SubmitParts } from '../src/domain/batches/submit-job.ts';
import type { SaveName } from '../src/domain/files/attachment.ts';
import type { DownloadableFile } from '../src/domain/files/downloadable-file.ts';
import type { RateState } from '../src/domain/problems/problem.ts';
import type { GenerateParts } from '../src/domain/renders/generate.ts';
import type { PublicUrl } from '../src/domain/shares/links.ts';
import type { ImportZipParts } from '../src/domain/templates/import-zip.ts';
import type { TemplateCache } from '../src/domain/templates/discovery.ts';
import type { Storage } from '../src/storage/storage.ts';
import type { Database } from '../src/store/database.ts';
import type { Caller } from '../src/store/callers.ts';

/** The contract's operations. */
export type OperationId = keyof operations;

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
  readonly generate: GenerateParts;
  readonly submit: SubmitParts;
  readonly storage: Storage;
  readonly results: ResultParts;
  readonly cancel: CancelParts;
  readonly imports: ImportZipParts;
  readonly shares: { readonly db: Database; readonly publicUrl: PublicUrl };
}

/** A valid request to an operation, with defaults filled in. */
export interface Call<Id extends OperationId> {
  readonly path: Declared<operations[Id]['parameters']['path']>;
  readonly query: DefaultsFilledIn<Declared<operations[Id]['parameters']['query']>>;
  /** Header fields that the contract declares as parameters. */
  readonly header: Declared<operations[Id]['parameters']['header']>;
  readonly body: Body<operations[Id]>;
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

type Declared<Parameters> = [Exclude<Parameters, undefined>] extends [never]
  ? Record<never, never>
  : Exclude<Parameters, undefined>;

/** Parameters with a default in the contract; the validation has filled it in. */
type ParameterWithDefault = 'page' | 'limit' | 'size' | 'delivery';

type DefaultsFilledIn<Query> = Omit<Query, ParameterWithDefault> &
  Required<Pick<Query, Extract<keyof Query, ParameterWithDefault>>>;

type Body<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Json } } }
  ? Json
  : Operation extends { requestBody: { content: { 'application/octet-stream': unknown } } }
    ? Uint8Array
    : undefined;

/** A reply that the contract declares. */
export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & number]: ReplyWith<
    Status,
    operations[Id]['responses'][Status]
  >;
}[keyof operations[Id]['responses'] & number];

/** A stored file. `src/http` chooses the status and the headers for the whole file or a part of it. */
export interface FileReply<MediaType extends string = string> {
  readonly file: DownloadableFile<MediaType>;
}

type ReplyWith<Status, Response> = Response extends { content: infer Contents; headers: infer Headers }
  ? | (Contents extends { 'application/json': infer Json }
        ? {
            readonly status: Status;
            readonly headers: OwnHeaders<Headers>;
            readonly body: Json;
            /** Set if the operation counted the request against another rate limit than its own. */
            readonly rate?: RateState | null;
          }
        : never)
    | ([BinaryType<Contents>] extends [never]
        ? never
        : | {
              readonly status: Status;
              readonly headers: OwnHeaders<Headers>;
              readonly mediaType: BinaryType<Contents>;
              readonly bytes: Uint8Array;
              readonly saveAs: SaveName;
            }
          | FileReply<BinaryType<Contents>>)
  : Response extends { headers: infer Headers }
    ? { readonly status: Status; readonly headers: OwnHeaders<Headers> }
    : never;

type BinaryType<Contents> = Exclude<keyof Contents & string, 'application/json' | 'application/problem+json'>;

/** Headers that `src/http` sets: on every response, or for a file. */
type HttpHeader =
  | ('X-Request-Id' | 'RateLimit' | 'RateLimit-Policy' | 'Cache-Control' | 'Content-Length' | 'Content-Type')
  | ('Content-Disposition' | 'Content-Range' | 'Accept-Ranges' | 'ETag' | 'Last-Modified');

type OwnHeaders<Headers> = {
  readonly [Name in keyof Headers as string extends Name ? never : Exclude<Name, HttpHeader>]: Headers[Name];
};
