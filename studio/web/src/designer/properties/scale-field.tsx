import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import classes from '../fields/fields.module.css';
import { canScale, scaleBy } from './scale.ts';

const words = propertyWords.scale;

/** With the tool Scale: how large what is selected becomes, in percent; without a selection the template. */
export function ScaleField(): ReactNode {
  const store = useDesignerStore();
  const isOn = useDesigner(({ tool, design }) => tool === 'scale' && canScale(design));
  const isTemplate = useDesigner(({ design }) => design.selection.length === 0);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  if (!isOn) return null;
  const apply = () => {
    if (text.trim() === '') return;
    const percent = Number(text.replace('%', '').replace(',', '.'));
    if (!(percent >= 1 && percent <= 10_000)) {
      setFault(words.range);
      return;
    }
    store.getState().change((design) => scaleBy(design, percent / 100));
    setText('');
  };
  return (
    <div role="group" aria-label={words.title} className={classes.section}>
      <TextInput
        size="xs"
        label={isTemplate ? words.template : words.selection}
        inputMode="decimal"
        autoComplete="off"
        placeholder="100 %"
        value={text}
        error={fault}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setFault(null);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply();
        }}
      />
    </div>
  );
}
