import { Autocomplete } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { isPlaceholder } from '../expressions/is-placeholder.ts';
import { useDesigner } from '../state/use-designer.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';

/** The names of the variables that are lists. */
export function useLists(): readonly string[] {
  const variables = useDesigner(({ design }) => design.document.variables);
  return (variables ?? []).filter(({ type }) => type === 'list').map(({ name }) => name);
}

/** The entries that something is repeated for: a list that is chosen, or an expression. */
export function EntriesField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path, path.split('.')[0] ?? null);
  const shown = typeof key.value === 'string' ? key.value : '';
  const [typed, setTyped] = useState<string | null>(null);
  const lists = useLists().map((name) => `{{ ${name} }}`);
  const text = typed ?? shown;
  const isFault = typed !== null && !isPlaceholder(typed);
  const apply = () => {
    if (typed === null || isFault) return;
    if (typed.trim() !== shown) key.set(typed.trim());
    setTyped(null);
  };
  return (
    <Autocomplete
      size="xs"
      label={key.label}
      aria-label={key.name}
      dir="ltr"
      data={lists}
      value={text}
      placeholder={key.isMixed ? propertyWords.mixed : propertyWords.entries.hint}
      // Every list is offered until something is typed.
      filter={({ options }) => [...options]}
      error={isFault ? propertyWords.entries.fault : null}
      onChange={setTyped}
      onOptionSubmit={(option) => {
        key.set(option);
        setTyped(null);
      }}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}
