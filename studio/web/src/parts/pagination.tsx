import { Button, Group, Pagination as MantinePagination, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconFileOff } from '../generated/icons.ts';
import type { Schema } from '../api/client.ts';
import { formatNumber } from '../formats.ts';
import { partWords } from '../words/parts.ts';
import { EmptyState } from './empty-state.tsx';

interface PaginationProps {
  /** As in the answer: pages are counted from 0. */
  readonly pagination: Schema<'Pagination'>;
  readonly onPage: (page: number) => void;
  /** What they are the pages of, where a page has several lists. */
  readonly label?: string;
}

/** Which part of a list is shown, and the way to the others. Nothing for a list of one page. */
export function Pagination({ pagination, onPage, label = partWords.pages }: PaginationProps): ReactNode {
  const { page, size, totalElements, totalPages } = pagination;
  if (totalPages <= 1) return null;
  const first = formatNumber(page * size + 1);
  const last = formatNumber(Math.min((page + 1) * size, totalElements));
  return (
    <Group component="nav" aria-label={label} justify="space-between" mt="md" gap="sm">
      <Text size="sm" c="dimmed">
        {partWords.pageRange(first, last, formatNumber(totalElements))}
      </Text>
      <MantinePagination
        size="sm"
        total={totalPages}
        value={page + 1}
        onChange={(value) => onPage(value - 1)}
        siblings={1}
        boundaries={1}
        getItemProps={(item) => ({ 'aria-label': partWords.pageNumber(formatNumber(item)) })}
        getControlProps={(control) =>
          control === 'previous'
            ? { 'aria-label': partWords.previousPage }
            : control === 'next'
              ? { 'aria-label': partWords.nextPage }
              : {}
        }
      />
    </Group>
  );
}

/** Whether the address names a page after the last one. */
export function isMissingPage({ page, totalElements, totalPages }: Schema<'Pagination'>): boolean {
  return totalElements > 0 && page >= totalPages;
}

/** Instead of the list, for an address with a page after the last one. */
export function MissingPage({ pagination: { page, totalPages }, onPage }: PaginationProps): ReactNode {
  return (
    <EmptyState
      icon={IconFileOff}
      title={partWords.missingPage.title(formatNumber(page + 1))}
      action={
        <Button variant="default" onClick={() => onPage(0)}>
          {partWords.missingPage.action}
        </Button>
      }
    >
      {partWords.missingPage.detail(totalPages)}
    </EmptyState>
  );
}
