import {
  QueryClient,
  useMutation,
  useQueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { ApiError } from './problem.ts';
import { reachability } from './reachability.ts';

const triesWhileGone = 3;

/** Answers that pages share. While the service is gone, the shown data stays. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The service may be on this machine, without any network.
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => error instanceof ApiError && error.isOutage && failures < triesWhileGone,
    },
    mutations: { networkMode: 'always' },
  },
});

reachability.subscribe(() => {
  if (reachability.get() === 'reachable') void queryClient.invalidateQueries();
});

/** Paths of the contract, such as `/keys`: whatever was read from them is read again. */
export async function invalidate(...paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

/** Forgets everything that was read: another account signs in. */
export function forgetEverything(): void {
  queryClient.clear();
}

/**
 * A mutation: calls `change`, then reads the given paths again.
 *
 * @param paths of the contract, such as `/keys`
 */
export function useChange<Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  paths: readonly string[] = [],
  options: Omit<UseMutationOptions<Result, ApiError, Input>, 'mutationFn'> = {},
): UseMutationResult<Result, ApiError, Input> {
  const client = useQueryClient();
  return useMutation<Result, ApiError, Input>({
    ...options,
    mutationFn: async (input) => {
      const result = await change(input);
      await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
      return result;
    },
  });
}
