import { SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts, type Control } from './controls.ts';
import { Scope, useEdited, useKey } from './edited.tsx';
import { convertPaint, findPaintType, type PaintType } from './values/paint.ts';
import { valueAt } from './values/values.ts';
import classes from './fields.module.css';
import { ColorField } from './color-field.tsx';
import { FieldLabel } from './field-label.tsx';
import { NumberField } from './number-field.tsx';
import { StopsField } from './stops-field.tsx';

const words = propertyWords.paint;
const types: readonly PaintType[] = ['none', 'color', 'linear', 'radial', 'conic'];

interface PaintFieldProps {
  readonly control: Pick<Control, 'path'>;
  readonly kept?: string | null;
}

/** The numbers of each gradient. */
const numbers = {
  linear: ['angle'],
  radial: ['center.x', 'center.y', 'radius'],
  conic: ['angle', 'center.x', 'center.y'],
} as const;

/** A paint: none, a color, or a gradient. */
export function PaintField({ control: { path }, kept = null }: PaintFieldProps): ReactNode {
  const key = useKey(path, kept);
  const { targets, name: outer, inherited } = useEdited();
  const kinds = new Set(key.values.map(findPaintType));
  // A text without a color is black, a run has that of its text; elsewhere there is nothing to paint.
  const hasNone = inherited !== null || typeof key.rule.default !== 'string';
  const [only] = kinds;
  const shown = kinds.size > 1 ? 'mixed' : only === 'none' && !hasNone ? 'color' : only!;
  // These have the heading of their section.
  const isTitled = outer === null && (path === 'fill' || path === 'background');
  const counts = new Set(
    targets.map((target) => (valueAt(target, `${path}.stops`) as readonly unknown[] | undefined)?.length),
  );
  return (
    <div className={classes.paint}>
      {isTitled ? null : <FieldLabel text={key.label} />}
      <SegmentedControl
        size="xs"
        fullWidth
        withItemsBorders={false}
        aria-label={words.type(key.name)}
        value={shown}
        data={types
          .filter((type) => type !== 'none' || hasNone)
          .map((type) => ({
            value: type,
            label: type === 'none' && inherited !== null ? propertyWords.asElement : words[type],
          }))}
        onChange={(type) => key.setEach((current) => convertPaint(current, type as PaintType))}
      />
      {shown === 'mixed' ? (
        <Text size="xs" c="dimmed">
          {propertyWords.mixed}
        </Text>
      ) : shown === 'color' ? (
        <ColorField control={{ path }} kept={kept} hasLabel={false} />
      ) : shown === 'none' ? null : counts.size > 1 ? (
        <Text size="xs" c="dimmed">
          {propertyWords.mixed}
        </Text>
      ) : (
        <Scope path={path} name={key.name}>
          <StopsField />
          <div className={classes.grid}>
            {parts
              .paint!.filter(({ path: part }) => (numbers[shown] as readonly string[]).includes(part))
              .map((control) => (
                <NumberField key={control.path} control={control} />
              ))}
          </div>
        </Scope>
      )}
    </div>
  );
}
