import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { CheckedText } from './text-field.tsx';

/** Colors in their order: `#0b6e4f; gold; {{brand}}`. */
export function PaletteField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  return (
    <CheckedText
      label={key.label}
      name={key.name}
      value={Array.isArray(key.value) ? key.value.join('; ') : ''}
      placeholder={key.isMixed ? propertyWords.mixed : propertyWords.palette.hint}
      check={(text) => (readColors(text).length <= maxColors ? null : propertyWords.palette.tooMany)}
      onApply={(text) => key.set(text === '' ? undefined : readColors(text))}
    />
  );
}

const maxColors = 20;

function readColors(text: string): string[] {
  return text
    .split(';')
    .map((color) => color.trim())
    .filter((color) => color !== '');
}
