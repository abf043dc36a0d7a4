import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { formatTags, readTags } from './values/tags.ts';
import { CheckedText } from './text-field.tsx';

/** OpenType features, or axes of a variable font: `tnum, liga 0`. */
export function TagsField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  const isFeature = path.endsWith('fontFeatures');
  const { features, axes } = propertyWords.tags;
  return (
    <CheckedText
      label={key.label}
      name={key.name}
      value={formatTags(key.value, isFeature)}
      placeholder={key.isMixed ? propertyWords.mixed : formatTags(key.rule.default, isFeature)}
      check={(text) =>
        text === '' || readTags(text, isFeature) !== null ? null : isFeature ? features : axes
      }
      onApply={(text) => key.set(text === '' ? undefined : readTags(text, isFeature))}
    />
  );
}
