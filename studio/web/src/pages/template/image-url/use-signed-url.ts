import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, data, type Schema } from '../../../api/client.ts';
import type { ApiError } from '../../../api/problem.ts';

interface SignedUrl {
  /** Null: it is being signed, or cannot be. */
  readonly signed: Schema<'ImageUrl'> | null;
  /** What the URL would be refused for. */
  readonly error: ApiError | null;
  readonly retry: () => void;
}

const settleMs = 250;

/** Has a URL signed by the service, a short time after the last change. */
export function useSignedUrl(
  urlKeyId: string | null,
  body: Schema<'NewImageUrl'>,
  isReady: boolean,
): SignedUrl {
  const asked = JSON.stringify([urlKeyId, body]);
  const [settled] = useDebouncedValue(asked, settleMs);
  const isCurrent = settled === asked;
  const query = useQuery({
    queryKey: ['/url-keys/{urlKeyId}/image-urls', settled],
    queryFn: ({ signal }) =>
      data(
        api.POST('/url-keys/{urlKeyId}/image-urls', {
          params: { path: { urlKeyId: urlKeyId ?? '' } },
          body,
          signal,
        }),
      ),
    enabled: urlKeyId !== null && isReady && isCurrent,
    gcTime: 60_000,
  });
  return {
    signed: isCurrent && isReady ? (query.data ?? null) : null,
    error: isCurrent && isReady ? query.error : null,
    retry: () => void query.refetch(),
  };
}
