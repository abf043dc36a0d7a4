import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import type { QueryFunction } from '@tanstack/react-query';
import type { components, paths as contractPaths } from '../../../../generated/studio.ts';
import type { ApiError } from './problem.ts';
import { send } from './send.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

// Browsers read binary bodies as blobs.
type paths = contractPaths<Blob>;

const prefix = '/studio/api/v1';

/** The contract's paths, without the prefix that all of them have. */
type Paths = {
  [Path in keyof paths as Path extends `${typeof prefix}${infer Rest}` ? Rest : never]: paths[Path];
};

/** A type of the contract: `Schema<'Job'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The app's API. Calls throw ApiError; `data(api.POST(…))` is the answer's body. */
export const api = createClient<Paths>({ baseUrl: prefix, fetch: send });

/** The body of a successful answer. */
export async function data<Answer extends { readonly data?: unknown }>(
  answer: Promise<Answer>,
): Promise<Exclude<Answer['data'], undefined>> {
  return (await answer).data as Exclude<Answer['data'], undefined>;
}

type PathsToRead = {
  [Path in keyof Paths]: 'get' extends RequiredMethods<Paths[Path]> ? Path : never;
}[keyof Paths];
type RequiredMethods<Item> = {
  [Method in keyof Item]: Item[Method] extends undefined ? never : Method;
}[keyof Item];
type Init<Path extends PathsToRead> = MaybeOptionalInit<Paths[Path], 'get'>;
/** What reading a path returns. */
export type Read<Path extends PathsToRead> = Exclude<
  FetchResponse<
    Paths[Path]['get'] & Record<string | number, unknown>,
    Init<Path>,
    `${string}/${string}`
  >['data'],
  undefined
>;

/** The query of a path: what TanStack Query takes. */
export interface ReadQuery<Data> {
  readonly queryKey: readonly [path: string, params?: unknown];
  readonly queryFn: QueryFunction<Data>;
}

/**
 * The query of a path, for `useQuery`, `prefetchQuery` and so on. Its key is `[path, params]`, so that
 * `invalidate` finds it by the contract's path.
 */
export function read<Path extends PathsToRead>(
  path: Path,
  ...[init]: Record<string, never> extends Init<Path> ? [Init<Path>?] : [Init<Path>]
): ReadQuery<Read<Path>> {
  const { params } = (init ?? {}) as { params?: unknown };
  return {
    queryKey: params === undefined ? [path] : [path, params],
    queryFn: async ({ signal }) =>
      // The types of a path that is only known to the caller are too much for TypeScript.
      (
        await (api.GET as (path: string, init: object) => Promise<{ data: Read<Path> }>)(path, {
          ...init,
          signal,
        })
      ).data,
  };
}
