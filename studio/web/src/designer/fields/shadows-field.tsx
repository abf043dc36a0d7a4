import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Shadow } from '../model/template.ts';
import { IconPlus } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { shadowKeys, type Control } from './controls.ts';
import { Scope, useKey } from './edited.tsx';
import classes from './fields.module.css';
import { ItemHead } from './item-head.tsx';

const words = propertyWords.shadows;

interface ShadowsFieldProps {
  /** Shows the controls of a shadow. */
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** The shadows of a list, the first in front; or the button that makes a list of one shadow. */
export function ShadowsField({ renderControls }: ShadowsFieldProps): ReactNode {
  const key = useKey('shadow');
  const lists = key.values.map((value) => (Array.isArray(value) ? (value as readonly Shadow[]) : null));
  const counts = new Set(lists.map((list) => list?.length ?? null));
  const [count = null] = counts;
  const remove = (index: number) =>
    key.setEach((current) => {
      const rest = (current as readonly Shadow[]).toSpliced(index, 1);
      return rest.length === 0 ? undefined : rest;
    });
  return (
    <div className={classes.paint}>
      {counts.size > 1 ? (
        <Text size="xs" c="dimmed">
          {propertyWords.mixed}
        </Text>
      ) : count === null ? null : (
        <ul className={classes.list}>
          {Array.from({ length: count }, (_, index) => (
            <li key={index}>
              <Scope path={`shadow.${index}`} name={words.item(index + 1)}>
                <div role="group" aria-label={words.item(index + 1)} className={classes.item}>
                  <ItemHead name={words.item(index + 1)} onRemove={() => remove(index)} />
                  {renderControls(shadowKeys)}
                </div>
              </Scope>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() =>
          key.setEach((current) => [...[current as Shadow | Shadow[]].flat(), { color: '#00000059' }])
        }
      >
        {words.add}
      </Button>
    </div>
  );
}
