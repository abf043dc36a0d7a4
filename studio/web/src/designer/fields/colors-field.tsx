import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { formatExchange, readExchange } from './values/exchange.ts';
import { CheckedText } from './text-field.tsx';

/** The colors of an SVG and the paints in place of them: `#0b6e4f = {{brand}}; #fff = gold`. */
export function ColorsField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  const words = propertyWords.colors;
  return (
    <CheckedText
      label={key.label}
      name={key.name}
      place={key.place}
      value={formatExchange(key.value)}
      placeholder={key.isMixed ? propertyWords.mixed : words.hint}
      check={(text) => (text === '' || readExchange(text) !== null ? null : words.syntax)}
      onApply={(text) => key.set(text === '' ? undefined : readExchange(text))}
    />
  );
}
