import { CloseButton, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconSearch } from '../../generated/icons.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { partWords } from '../../words/parts.ts';
import classes from './layers.module.css';

interface LayerSearchProps {
  readonly value: string;
  /** Whether there is enough to search. */
  readonly hasMany: boolean;
  /** Whether nothing was found. */
  readonly isEmpty: boolean;
  readonly onChange: (value: string) => void;
  /** Goes to what was found. */
  readonly onDone: () => void;
}

/** Finds layers by their names, texts and files. Enter and Arrow down go to the first, Escape shows all. */
export function LayerSearch({ value, hasMany, isEmpty, onChange, onDone }: LayerSearchProps): ReactNode {
  if (!hasMany) return null;
  return (
    <div className={classes.search}>
      <TextInput
        size="xs"
        type="search"
        role="searchbox"
        aria-label={words.searchLayers}
        placeholder={words.searchLayers}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          value === '' ? null : (
            <CloseButton size="xs" aria-label={partWords.clearSearch} onClick={() => onChange('')} />
          )
        }
        value={value}
        data-layer-search
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          } else if ((event.key === 'ArrowDown' || event.key === 'Enter') && !isEmpty) {
            event.preventDefault();
            onDone();
          }
        }}
      />
      <Text size="xs" c="dimmed" role="status" px={isEmpty ? 4 : 0} pt={isEmpty ? 6 : 0}>
        {isEmpty ? words.noSuchLayer : ''}
      </Text>
    </div>
  );
}
