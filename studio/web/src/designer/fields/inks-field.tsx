import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts, type Control } from './controls.ts';
import { Scope, useKey } from './edited.tsx';
import { freeInkName, type Inks } from './values/inks.ts';
import classes from './fields.module.css';
import { ItemHead } from './item-head.tsx';

const words = propertyWords.inks;
const controls = parts.inks!.map((part) => ({ ...part, path: part.path.replace('[].', '') }));

/** As many as the schema allows. */
const maxInks = 20;
/** As a cut line is seen. */
const newCmyk = [0, 100, 0, 0];

interface InksFieldProps {
  /** Shows the controls of an ink. */
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** The inks of a document: the name of each, and what is seen of it. */
export function InksField({ renderControls }: InksFieldProps): ReactNode {
  const key = useKey('inks');
  const inks = (key.value ?? []) as Inks;
  return (
    <div className={classes.paint}>
      {inks.length === 0 ? (
        <Text size="xs" c="dimmed">
          {words.none}
        </Text>
      ) : (
        <ul className={classes.list}>
          {inks.map((_, index) => (
            <li key={index}>
              <Scope path={`inks.${index}`} name={words.item(index + 1)}>
                <div role="group" aria-label={words.item(index + 1)} className={classes.item}>
                  <ItemHead
                    name={words.item(index + 1)}
                    onRemove={() => key.set(inks.length === 1 ? undefined : inks.toSpliced(index, 1))}
                  />
                  {renderControls(controls)}
                </div>
              </Scope>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={inks.length >= maxInks}
        onClick={() => key.set([...inks, { name: freeInkName(words.newName, inks), cmyk: newCmyk }])}
      >
        {words.add}
      </Button>
    </div>
  );
}
