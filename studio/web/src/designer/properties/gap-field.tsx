import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { CheckedText } from '../fields/text-field.tsx';
import classes from '../fields/fields.module.css';
import { findRow, readEqualGap, setGaps } from '../model/changes/gaps.ts';
import { useDesignOfPanels, useDesignerStore } from '../state/use-designer.ts';

const words = propertyWords.gaps;

/** The gap between several selected elements that stand in a row or a column. */
export function GapField(): ReactNode {
  const store = useDesignerStore();
  const row = findRow(useDesignOfPanels());
  if (row === null) return null;
  const gap = readEqualGap(row);
  const read = (text: string) => Number(text.replace(',', '.'));
  return (
    <div role="group" aria-label={words.title} className={classes.section}>
      <CheckedText
        label={words.title}
        name={words.title}
        value={gap === null ? '' : String(gap)}
        placeholder={propertyWords.mixed}
        check={(text) => (text === '' || read(text) >= 0 ? null : words.fault)}
        onApply={(text) => {
          if (text !== '') store.getState().change((design) => setGaps(design, read(text)));
        }}
      />
    </div>
  );
}
