import { Button, Group, Slider } from '@mantine/core';
import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { useKey } from '../fields/edited.tsx';
import { curveKinds, readCurve, writeCurve, type CurveKind } from '../model/curve.ts';
import classes from '../fields/fields.module.css';

const words = propertyWords.curve;

/** A curve is bent so far at first, in percent of the box. */
const firstBend = 50;

/** Curves the text by names, without path data; how far it bends is a slider. */
export function CurveField(): ReactNode {
  const key = useKey('path');
  const path = typeof key.value === 'object' && key.value !== null ? key.value : {};
  const curve = readCurve(path);
  const choose = (kind: CurveKind) => {
    key.set(writeCurve({ kind, bend: curve === null || curve.kind === 'circle' ? firstBend : curve.bend }));
    key.finish();
  };
  return (
    <div className={classes.wide}>
      <Group gap={4} role="group" aria-label={words.title}>
        {curveKinds.map((kind) => (
          <Button
            key={kind}
            size="compact-xs"
            variant={curve?.kind === kind ? 'filled' : 'default'}
            aria-pressed={curve?.kind === kind}
            onClick={() => choose(kind)}
          >
            {words.kinds[kind]}
          </Button>
        ))}
      </Group>
      {curve === null ? null : (
        <Slider
          mt="xs"
          min={0}
          max={curve.kind === 'circle' ? 359 : 100}
          value={curve.kind === 'circle' ? (curve.turn ?? 0) : curve.bend}
          thumbLabel={curve.kind === 'circle' ? words.turn : words.bend}
          label={(value) => (curve.kind === 'circle' ? `${value}°` : `${value} %`)}
          onChange={(value) =>
            key.set(writeCurve({ ...curve, [curve.kind === 'circle' ? 'turn' : 'bend']: value }), true)
          }
          onChangeEnd={() => key.finish()}
        />
      )}
    </div>
  );
}
