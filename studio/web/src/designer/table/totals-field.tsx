import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TableElement, TableTotal } from '../../../../../generated/template.ts';
import { IconPlus } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts, type Control } from '../fields/controls.ts';
import { Scope, useEdited, useKey } from '../fields/edited.tsx';
import { ItemHead } from '../fields/item-head.tsx';
import { TableColumns } from './cells-field.tsx';
import classes from '../fields/fields.module.css';

const words = propertyWords.table;
const controls = parts.totals!.map((part) => ({ ...part, path: part.path.replace('[].', '') }));

interface TotalsFieldProps {
  /** Shows the controls of a row. */
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** The rows below the total of a table, each with its cells. */
export function TotalsField({ renderControls }: TotalsFieldProps): ReactNode {
  const { targets } = useEdited();
  const key = useKey('totals');
  const [first, ...others] = targets as readonly TableElement[];
  if (first === undefined || others.length > 0)
    return (
      <Text size="xs" c="dimmed">
        {propertyWords.mixed}
      </Text>
    );
  const { columns, totals = [] } = first;
  const remove = (index: number) => {
    const rest = totals.toSpliced(index, 1);
    key.set(rest.length === 0 ? undefined : rest);
  };
  const add = () => key.set([...totals, { cells: columns.map(() => '') } satisfies TableTotal]);
  return (
    <div className={classes.paint}>
      <ul className={classes.list}>
        {totals.map((_, index) => (
          <li key={index}>
            <Scope path={`totals.${index}`} name={words.totalRow(index + 1)}>
              <TableColumns value={columns}>
                <div role="group" aria-label={words.totalRow(index + 1)} className={classes.item}>
                  <ItemHead name={words.totalRow(index + 1)} onRemove={() => remove(index)} />
                  {renderControls(controls)}
                </div>
              </TableColumns>
            </Scope>
          </li>
        ))}
      </ul>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
      >
        {words.addTotal}
      </Button>
    </div>
  );
}
