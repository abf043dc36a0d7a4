import { Text, Title } from '@mantine/core';
import { useId, useMemo, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts } from '../fields/controls.ts';
import { EditedContext } from '../fields/edited.tsx';
import classes from '../fields/fields.module.css';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { ControlGrid } from './control-grid.tsx';
import { findPart } from './part-of-text.ts';

const skipped: readonly string[] = ['[].text', '[].icon', '[].ruby', '[].href'];
const controls = parts
  .runs!.filter(({ path }) => !skipped.includes(path))
  .map((control) => ({ ...control, path: control.path.replace('[].', '') }));

/** The style of what is selected in a text. */
export function PartSection(): ReactNode {
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  const selection = useDesigner(({ design }) => design.selection);
  const range = useDesigner(({ textRange }) => textRange);
  const part = useMemo(
    () => findPart(store, { document, selection }, range),
    [store, document, selection, range],
  );
  const id = useId();
  if (part === null) return null;
  return (
    <div role="group" aria-labelledby={id} className={classes.section}>
      <Title order={3} size="xs" id={id}>
        {propertyWords.runs.selected}
      </Title>
      <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
        {part.text}
      </Text>
      <EditedContext value={part.edited}>
        <ControlGrid controls={controls} />
      </EditedContext>
    </div>
  );
}
