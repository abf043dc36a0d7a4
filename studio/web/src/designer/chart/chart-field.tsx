import { Alert, Button, Collapse } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { chartWords as words } from '../../words/designer/chart.ts';
import type { TemplateVariable } from '../model/template.ts';
import type { Control } from '../fields/controls.ts';
import { useKey } from '../fields/edited.tsx';
import { JsonField } from '../fields/json-field.tsx';
import { useDesigner } from '../state/use-designer.ts';
import { ChartFormFields } from './chart-form.tsx';
import { isObject, readForm } from './form.ts';
import classes from '../fields/fields.module.css';

const noVariables: readonly TemplateVariable[] = [];

/** The specification of a chart: as a form where the form knows it, and as JSON. */
export function ChartField({ control }: { readonly control: Control }): ReactNode {
  const key = useKey(control.path);
  const variables = useDesigner(({ design }) => design.document.variables ?? noVariables);
  const [isOpen, setOpen] = useState(false);
  const spec = isObject(key.value) ? key.value : null;
  const form = spec === null ? null : readForm(spec);
  if (spec === null || form === null) return <JsonField control={control} />;
  if (typeof form === 'string')
    return (
      <div className={classes.paint}>
        <Alert variant="default" p="xs" title={words.beyond[form]}>
          {words.beyondHint}
        </Alert>
        <JsonField control={control} />
      </div>
    );
  return (
    <div className={classes.paint}>
      <ChartFormFields spec={spec} form={form} variables={variables} setEach={key.setEach} />
      <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.json}
      </Button>
      <Collapse expanded={isOpen}>{isOpen ? <JsonField control={control} /> : null}</Collapse>
    </div>
  );
}
