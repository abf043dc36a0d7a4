import { CloseButton, Combobox, InputBase, ScrollArea, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../api/client.ts';
import { partWords } from '../words/parts.ts';

interface TemplateSelectProps {
  readonly label: string;
  /** What stands there without a template: "All templates". */
  readonly placeholder: string;
  readonly value: string | null;
  readonly onChange: (templateId: string | null) => void;
}

/** A filter by template, with search over all templates. */
export function TemplateSelect({ label, placeholder, value, onChange }: TemplateSelectProps): ReactNode {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 200);
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption();
      setSearch('');
    },
  });
  const query = { size: 20, ...(settled === '' ? {} : { search: settled }) };
  const { data: found } = useQuery({
    ...read('/templates', { params: { query } }),
    enabled: box.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const { data: chosen, isError } = useQuery({
    ...read('/templates/{templateId}', { params: { path: { templateId: value ?? '' } } }),
    enabled: value !== null,
  });
  const name = value === null ? '' : (chosen?.name ?? (isError ? value : partWords.loading));
  return (
    <Combobox
      store={box}
      onOptionSubmit={(templateId) => {
        onChange(templateId);
        box.closeDropdown();
      }}
    >
      <Combobox.Target>
        <InputBase
          label={label}
          w={{ base: '100%', xs: 240 }}
          value={box.dropdownOpened ? search : name}
          placeholder={name === '' ? placeholder : name}
          onFocus={() => box.openDropdown()}
          onClick={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          rightSection={
            value === null ? (
              <Combobox.Chevron />
            ) : (
              <CloseButton size="sm" aria-label={placeholder} onClick={() => onChange(null)} />
            )
          }
          rightSectionPointerEvents={value === null ? 'none' : 'all'}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          <ScrollArea.Autosize mah={280} type="scroll">
            {found === undefined ? (
              <Combobox.Empty>{partWords.loading}</Combobox.Empty>
            ) : found.data.length === 0 ? (
              <Combobox.Empty>{partWords.nothingFound}</Combobox.Empty>
            ) : (
              found.data.map(({ id, name: each }) => (
                <Combobox.Option key={id} value={id} active={id === value} dir="auto">
                  {each}
                </Combobox.Option>
              ))
            )}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
