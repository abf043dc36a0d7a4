import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TableColumn } from '../../../../../generated/template.ts';
import { roundedLength } from '../../../../../src/common/lengths/units.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts, type Control } from '../fields/controls.ts';
import { Scope, useEdited } from '../fields/edited.tsx';
import { schemaAt } from '../fields/values/schema.ts';
import { changeKind, type CellKind } from './cell-kinds.ts';
import classes from '../fields/fields.module.css';

const words = propertyWords.table;

/** The height of a picture or a code at first, in CSS pixels. */
const presetHeightPx = 40;

interface CellFieldProps {
  /** Shows the controls of a picture or a code. */
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** What the cells of a column show: a text, or a picture or a code with its settings. */
export function CellField({ renderControls }: CellFieldProps): ReactNode {
  const { targets, unit, name, change } = useEdited();
  const kinds = (targets as readonly TableColumn[]).map(({ cell }): CellKind => cell?.type ?? 'text');
  const [kind = 'text'] = kinds;
  const isMixed = kinds.some((each) => each !== kind);
  return (
    <div className={classes.paint}>
      <NativeSelect
        size="xs"
        label={words.content}
        aria-label={propertyWords.keyIn(name ?? '', words.content)}
        value={isMixed ? 'mixed' : kind}
        onChange={({ currentTarget: { value } }) =>
          change((target) => changeKind(target, value as CellKind, roundedLength(presetHeightPx, unit)))
        }
      >
        {isMixed ? (
          <option value="mixed" disabled>
            {propertyWords.mixed}
          </option>
        ) : null}
        {Object.entries(words.contents).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {isMixed || kind === 'text' ? null : (
        <Scope path="cell" name={name ?? ''}>
          <CellControls renderControls={renderControls} />
        </Scope>
      )}
    </div>
  );
}

/** The controls of the keys that this kind of cell has. */
function CellControls({ renderControls }: CellFieldProps): ReactNode {
  const { schema } = useEdited();
  const [, ...controls] = parts.cell!;
  return renderControls(controls.filter(({ path }) => schemaAt(schema, path).length > 0));
}
