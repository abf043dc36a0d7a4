import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { read } from '../../api/client.ts';
import { partWords } from '../../words/parts.ts';
import { urlKeyWords } from '../../words/url-keys.ts';

const { dialog: words } = urlKeyWords;

/** A template by its name. */
export interface ChosenTemplate {
  readonly id: string;
  readonly name: string;
}

interface TemplatesSelectProps {
  /** Their names need not be looked for. */
  readonly known: readonly ChosenTemplate[];
  readonly value: string[];
  readonly onChange: (templateIds: string[]) => void;
  readonly error?: ReactNode;
}

/** Any number of templates, with search over all of them. */
export function TemplatesSelect({ known, value, onChange, error }: TemplatesSelectProps): ReactNode {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 200);
  const query = { size: 50, ...(settled === '' ? {} : { search: settled }) };
  const { data: found } = useQuery({
    ...read('/templates', { params: { query } }),
    placeholderData: keepPreviousData,
  });
  // Those that were chosen keep their names when the search no longer finds them.
  const names = useRef(new Map(known.map(({ id, name }) => [id, name])));
  for (const { id, name } of found?.data ?? []) names.current.set(id, name);
  const foundIds = found?.data.map(({ id }) => id) ?? [];
  const shown = [...new Set([...value, ...foundIds])];
  return (
    <MultiSelect
      label={words.templates}
      placeholder={value.length === 0 ? words.allTemplates : ''}
      data={shown.map((id) => ({ value: id, label: names.current.get(id) ?? partWords.loading }))}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      maxValues={100}
      nothingFoundMessage={words.noTemplates}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
