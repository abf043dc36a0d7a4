import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { isObject } from './values/values.ts';
import { FieldLabel } from './field-label.tsx';
import { useLeaving } from './number-field.tsx';
import classes from './fields.module.css';

/** An object as JSON. Leaving the field applies it, if it can be read. Escape restores what was there. */
export function JsonField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const value = isObject(key.value) ? JSON.stringify(key.value, null, 2) : '';
  const show = (text: string | null) => {
    setTyped(text);
    setFault(null);
  };
  const apply = () => {
    if (typed === null) return;
    const read = readObject(typed);
    if (read === null) {
      setFault(propertyWords.json);
      return;
    }
    if (typed !== value) key.set(read);
    show(null);
  };
  useLeaving(apply);
  return (
    <div>
      <FieldLabel text={key.label} action={null} />
      <Textarea
        size="xs"
        aria-label={key.name}
        autosize
        minRows={4}
        maxRows={24}
        dir="ltr"
        spellCheck={false}
        classNames={{ input: classes.code ?? '' }}
        value={typed ?? value}
        placeholder={key.isMixed ? propertyWords.mixed : undefined}
        onChange={({ currentTarget }) => show(currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === null) return;
          event.stopPropagation();
          show(null);
        }}
        data-undo={typed === null ? 'design' : undefined}
        error={fault}
      />
    </div>
  );
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
