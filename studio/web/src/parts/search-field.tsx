import { CloseButton, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconSearch } from '../generated/icons.ts';
import { partWords } from '../words/parts.ts';

interface SearchFieldProps {
  /** What is searched: "Search keys". */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A search over a list. */
export function SearchField({ label, value, onChange }: SearchFieldProps): ReactNode {
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      w={{ base: '100%', xs: 280 }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="sm" aria-label={partWords.clearSearch} onClick={() => onChange('')} />
        )
      }
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
