import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { operations } from '../generated/openapi.ts';
import type { CancelParts } from '../src/domain/batch/change.ts';
import type { ResultParts } from '../src/domain/batch/result.ts';
import type { SubmissionRate, SubmitParts } from '../src/domain/batch/submit.ts';
import type { GenerateParts } from '../src/domain/generate.ts';
import type { PublicUrl } from '../src/domain/shares/list.ts';
import type { TemplateCache } from '../src/domain/template-cache.ts';
import type { Storage } from '../src/storage/storage.ts';
import type { Database } from '../src/store/database.ts';
import type { Template } from '../src/store/templates.ts';
import type { Caller } from '../src/store/callers.ts';

/** The contract's operations. */
export type OperationId = keyof operations;

/** A handler for every operation: a missing one, an undeclared status and a wrong body do not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** Takes a request that matches the contract, makes one domain call and returns the answer; problems are thrown. */
export type Handler<Id extends OperationId> = (call: Call<Id>, parts: HandlerParts) => Promise<Reply<Id>>;

/** What the domain calls need. */
export interface HandlerParts {
  readonly db: Database;
  readonly templates: TemplateCache;
  readonly generate: GenerateParts;
  readonly submit: SubmitParts;
  readonly storage: Storage;
  readonly results: ResultParts;
  readonly cancel: CancelParts;
  readonly shares: { readonly db: Database; readonly publicUrl: PublicUrl };
}

/** One request to an operation: validated, defaults filled in. */
export interface Call<Id extends OperationId> {
  readonly path: Declared<operations[Id]['parameters']['path']>;
  readonly query: DefaultsFilledIn<Declared<operations[Id]['parameters']['query']>>;
  /** Header fields that the contract declares as parameters. */
  readonly header: Declared<operations[Id]['parameters']['header']>;
  readonly body: Body<operations[Id]>;
  readonly caller: Caller;
  /** The template that the path names, as the caller sees it; undefined where it has not been looked for. */
  readonly template: Template | null | undefined;
  /** How often the caller's account may submit something new. */
  readonly submissionRate: SubmissionRate;
  readonly requestId: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

type Declared<Parameters> = [Exclude<Parameters, undefined>] extends [never]
  ? Record<never, never>
  : Exclude<Parameters, undefined>;

/** Parameters that have a default in the contract, which the validation has filled in. */
type ParameterWithDefault = 'page' | 'limit' | 'size' | 'delivery';

type DefaultsFilledIn<Query> = Omit<Query, ParameterWithDefault> &
  Required<Pick<Query, Extract<keyof Query, ParameterWithDefault>>>;

type Body<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Json } } }
  ? Json
  : undefined;

/** An answer that the contract declares. */
export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & number]: ReplyWith<
    Status,
    operations[Id]['responses'][Status]
  >;
}[keyof operations[Id]['responses'] & number];

/** What is sent beside JSON: bytes that are there and that nobody else has, or so many that come (null where nobody wants to have them). */
type Content =
  | { readonly bytes: Uint8Array; readonly givesBytesAway: true }
  | { readonly stream: Readable | null; readonly contentLength: number };

type ReplyWith<Status, Response> = Response extends { content: infer Contents; headers: infer Headers }
  ? | (Contents extends { 'application/json': infer Json }
        ? { readonly status: Status; readonly headers: OwnHeaders<Headers>; readonly body: Json }
        : never)
    | ([BinaryType<Contents>] extends [never]
        ? never
        : {
            readonly status: Status;
            readonly headers: OwnHeaders<Headers>;
            readonly mediaType: BinaryType<Contents>;
          } & Content)
  : Response extends { headers: infer Headers }
    ? { readonly status: Status; readonly headers: OwnHeaders<Headers> }
    : never;

type BinaryType<Contents> = Exclude<keyof Contents, 'application/json' | 'application/problem+json'>;

/** Set by the router on every answer, and so not by handlers. */
type RouterHeader =
  'X-Request-Id' | 'RateLimit' | 'RateLimit-Policy' | 'Cache-Control' | 'Content-Length' | 'Content-Type';

type OwnHeaders<Headers> = {
  readonly [
    Name in keyof Headers as string extends Name ? never : Exclude<Name, RouterHeader>
  ]: Headers[Name];
};
