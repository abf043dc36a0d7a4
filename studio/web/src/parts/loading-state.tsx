import { Group, SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { partWords } from '../words/parts.ts';
import classes from './parts.module.css';

interface LoadingStateProps {
  /** What will stand here, so that nothing moves when it comes. */
  readonly shape: 'table' | 'cards' | 'lines';
  readonly count?: number;
}

/** Placeholders of the size of what is loading. */
export function LoadingState({ shape, count = 6 }: LoadingStateProps): ReactNode {
  const places = Array.from({ length: count }, (_, index) => index);
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{partWords.loading}</VisuallyHidden>
      <div aria-hidden>
        {shape === 'table' ? (
          <div className={classes.panel}>
            {places.map((place) => (
              <Group key={place} h={44} px="sm" wrap="nowrap" className={classes.row}>
                <Skeleton h={12} w="32%" />
                <Skeleton h={12} w="18%" />
                <Skeleton h={12} w="14%" ml="auto" />
              </Group>
            ))}
          </div>
        ) : shape === 'cards' ? (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }}>
            {places.map((place) => (
              <Stack key={place} gap="xs">
                <Skeleton h={150} />
                <Skeleton h={12} w="60%" />
                <Skeleton h={10} w="40%" />
              </Stack>
            ))}
          </SimpleGrid>
        ) : (
          <Stack gap="sm">
            {places.map((place) => (
              <Skeleton key={place} h={12} w={`${90 - ((place * 17) % 40)}%`} />
            ))}
          </Stack>
        )}
      </div>
    </div>
  );
}
