import { Autocomplete, Button } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { findStandIn, isMissing, useFamilies } from './families.ts';
import { FamilyName } from './family-name.tsx';
import { useLeaving } from './number-field.tsx';

const words = propertyWords.font;

interface FontFieldProps {
  readonly control: Control;
  /** Whether its name stands above it. */
  readonly hasLabel?: boolean;
}

/** The family of a font: of the catalogue, or of the template's own files. */
export function FontField({ control: { path }, hasLabel = true }: FontFieldProps): ReactNode {
  const key = useKey(path);
  const families = useFamilies();
  const { own, catalogue } = families;
  const [typed, setTyped] = useState<string | null>(null);

  const shown = typeof key.value === 'string' ? key.value : '';
  const preset = typeof key.rule.default === 'string' ? key.rule.default : '';
  const apply = (family: string) => {
    setTyped(null);
    const next = family.trim();
    if (next !== shown) key.set(next === '' ? undefined : next);
  };
  const leave = () => {
    if (typed !== null) apply(typed);
  };
  useLeaving(leave);
  // A bar has no room for it.
  const isOffered = hasLabel && isMissing(families, shown);
  const standIn = isOffered ? findStandIn(families, shown) : null;
  const field = (
    <Autocomplete
      size="xs"
      label={hasLabel ? key.label : undefined}
      aria-label={key.name}
      dir="auto"
      value={typed ?? shown}
      placeholder={key.isMixed ? propertyWords.mixed : preset}
      data={[
        { group: words.own, items: own },
        { group: words.catalogue, items: catalogue },
      ].filter(({ items }) => items.length > 0)}
      // All are offered until something is typed.
      {...(typed === null ? { filter: ({ options }) => options } : {})}
      renderOption={({ option: { value } }) => <FamilyName family={value} families={families} />}
      onChange={setTyped}
      onOptionSubmit={apply}
      onBlur={leave}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || typed === null) return;
        event.stopPropagation();
        setTyped(null);
      }}
      comboboxProps={{ width: 240, position: 'bottom-start', withinPortal: true }}
      // The list scrolls itself: screen readers and keys know it as the list of the field.
      withScrollArea={false}
      styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
      error={isMissing(families, shown) ? words.unknown : null}
    />
  );
  if (standIn === null) return field;
  return (
    <div>
      {field}
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        aria-label={words.useStandIn(standIn, key.name)}
        onClick={() => apply(standIn)}
      >
        {words.use}
        &nbsp;
        <FamilyName family={standIn} families={families} />
      </Button>
    </div>
  );
}
