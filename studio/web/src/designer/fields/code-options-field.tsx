import type { ReactNode } from 'react';
import { checkOptions, listOptions } from '../../../../../src/common/codes/code-options.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { CheckedText } from './text-field.tsx';
import { formatOptions, readOptions } from './values/code-options.ts';

/** The options of a barcode by name: `columns 5, eclevel 2`. What there is depends on the symbology. */
export function CodeOptionsField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  const symbology = useKey(path.replace(/options$/u, 'symbology')).value;
  const names = typeof symbology === 'string' ? Object.keys(listOptions(symbology)) : [];
  if (names.length === 0 && key.value === undefined) return null;
  const { syntax } = propertyWords.codeOptions;
  return (
    <CheckedText
      label={key.label}
      name={key.name}
      place={key.place}
      value={formatOptions(key.value)}
      placeholder={key.isMixed ? propertyWords.mixed : names.join(', ')}
      check={(text) => {
        const options = readOptions(text);
        if (options === null) return syntax;
        const [problem] = typeof symbology === 'string' ? checkOptions(symbology, options) : [];
        return problem === undefined ? null : `${problem.name}: ${problem.detail}`;
      }}
      onApply={(text) => key.set(text === '' ? undefined : readOptions(text))}
    />
  );
}
