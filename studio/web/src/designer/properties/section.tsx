import { Switch, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { TableElement } from '../../../../../generated/template.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { ControlGrid } from './control-grid.tsx';
import { CurveField } from './curve-field.tsx';
import type { ControlSection } from './sections/section-types.ts';
import { EditedContext, useEdited } from '../fields/edited.tsx';
import { useLists } from '../fields/entries-field.tsx';
import { buildCarry } from '../table/new-table.ts';
import { convertLength } from '../model/amount.ts';
import { isObject, setValue, valueAt } from '../fields/values/values.ts';
import classes from '../fields/fields.module.css';

/** Controls under a heading. What an element may be without, such as a shadow, has a switch beside it. */
export function Section({ section }: { readonly section: ControlSection }): ReactNode {
  const { name, controls, objectKey } = section;
  const id = useId();
  const edited = useEdited();
  const { targets, unit, change } = edited;
  const heading = section.heading ?? objectKey;
  const title = propertyWords.sections[name];
  const present = objectKey === undefined ? [] : targets.map((target) => isPresent(target, objectKey));
  const isOn = objectKey === undefined || present.every(Boolean);
  const isMixed = !isOn && present.some(Boolean);
  const lists = useLists();
  // What is repeated needs a list to begin with.
  const lacksList = objectKey === 'repeat' && lists.length === 0 && !present.some(Boolean);
  const toggle = (isWanted: boolean) =>
    change((target) => {
      if (objectKey === undefined || isPresent(target, objectKey) === isWanted) return;
      setValue(
        target,
        objectKey,
        isWanted ? newObject(target, objectKey, unit, lists) : withoutObject(target, objectKey),
      );
    });
  return (
    <div role="group" aria-labelledby={id} className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={3} size="xs" id={id}>
          {title}
        </Title>
        {objectKey === undefined ? null : (
          <span className={classes.actions}>
            {isMixed ? (
              <Text span size="xs" c="dimmed">
                {propertyWords.mixed}
              </Text>
            ) : null}
            <Switch
              size="xs"
              aria-label={title}
              checked={isOn}
              disabled={lacksList}
              onChange={({ currentTarget: { checked } }) => toggle(checked)}
            />
          </span>
        )}
      </div>
      {name === 'textPath' ? <CurveField /> : null}
      {lacksList ? (
        <Text size="xs" c="dimmed">
          {propertyWords.entries.noList}
        </Text>
      ) : null}
      {isOn ? (
        <EditedContext value={heading === undefined ? edited : { ...edited, heading }}>
          <ControlGrid controls={controls} kept={objectKey ?? null} />
        </EditedContext>
      ) : null}
    </div>
  );
}

/** Whether an object is there. A table has a header unless it is null. */
function isPresent(target: object, objectKey: string): boolean {
  const value = valueAt(target, objectKey);
  return objectKey === 'header' ? value !== null : isObject(value);
}

/** What is added: something that can be seen. */
function newObject(
  target: object,
  objectKey: string,
  unit: Parameters<typeof convertLength>[2],
  [list = 'items']: readonly string[],
): object | undefined {
  if (objectKey === 'repeat') return { each: `{{ ${list} }}` };
  if (objectKey === 'header') return undefined;
  if (objectKey === 'groupHeader') {
    const { columns, groupBy = '' } = target as TableElement;
    return { cells: [groupBy], span: [columns.length] };
  }
  if (objectKey === 'carry') return buildCarry((target as TableElement).columns);
  if (objectKey === 'total' || objectKey === 'groupTotal') {
    const { columns } = target as TableElement;
    return { cells: columns.map((_, index) => (index === 0 ? propertyWords.table.total : '')) };
  }
  if (objectKey === 'viewport.height') {
    const height = Number(valueAt(target, objectKey));
    return { min: height, max: 4 * height };
  }
  if (objectKey === 'pin') return { left: 0, top: 0 };
  if (objectKey === 'crop') return { x: 0, y: 0, width: 1, height: 1 };
  if (objectKey === 'mask')
    return { d: 'M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0Z', viewBox: [0, 0, 100, 100] };
  if (objectKey === 'background') return { fill: '#ffffff' };
  const length = (px: number): number => Math.round(convertLength(px, 'px', unit) * 100) / 100;
  if (objectKey.endsWith('shadow')) return { x: 0, y: length(4), blur: length(12), color: '#00000059' };
  if (objectKey === 'path') return { d: 'M0 100Q100 0 200 100', viewBox: [0, 0, 200, 100] };
  if (objectKey === 'highlight') return { color: '#fff3a3' };
  return {};
}

/** What takes the place of an object that is removed. */
function withoutObject(target: object, objectKey: string): unknown {
  if (objectKey === 'header') return null;
  return objectKey === 'viewport.height' ? valueAt(target, 'viewport.height.min') : undefined;
}
