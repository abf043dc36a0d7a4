import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useEdited, useKey } from './edited.tsx';
import { readNumbers } from './values/numbers.ts';
import { CheckedText } from './text-field.tsx';

/** How far a run stands above the baseline: a length, `super` or `sub`. */
export function ShiftField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  const { unit } = useEdited();
  const read = (text: string): unknown => {
    if (key.rule.options.includes(text)) return text;
    const numbers = readNumbers(text, { rule: key.rule, isLength: true, unit, presetPx: null });
    return numbers?.length === 1 ? numbers[0] : undefined;
  };
  return (
    <CheckedText
      label={key.label}
      name={key.name}
      value={typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : ''}
      placeholder={key.isMixed ? propertyWords.mixed : '0'}
      check={(text) => (text === '' || read(text) !== undefined ? null : propertyWords.shift)}
      onApply={(text) => key.set(read(text))}
    />
  );
}
