import { Text } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { shownValues, useDesigner, useSettledDocument } from '../state/designer.ts';
import type { evaluateText } from './evaluate.ts';
import { usePageNumbers } from './known-names.ts';
import classes from './offers.module.css';

const words = propertyWords.live;

/** CEL is loaded with the first expression that is shown. */
let loading: Promise<typeof evaluateText> | undefined;
function load(): Promise<typeof evaluateText> {
  loading ??= import('./evaluate.ts').then((module) => module.evaluateText);
  return loading;
}

/** What a text with expressions is at present, with the values of the canvas, or why it is nothing. */
export function LiveValue({ value }: { readonly value: unknown }): ReactNode {
  return typeof value === 'string' && value.includes('{{') ? <Evaluated text={value} /> : null;
}

function Evaluated({ text }: { readonly text: string }): ReactNode {
  const document = useSettledDocument();
  const values = useDesigner(shownValues);
  const numbers = usePageNumbers();
  const [evaluate, setEvaluate] = useState<typeof evaluateText | null>(null);
  useEffect(() => {
    let isGone = false;
    // Without the network, there is no value.
    load().then(
      (loaded) => isGone || setEvaluate(() => loaded),
      () => (loading = undefined),
    );
    return () => {
      isGone = true;
    };
  }, []);
  const result = useMemo(
    () => (evaluate === null ? null : evaluate(text, document, values, new Date(), numbers ?? {})),
    [evaluate, text, document, values, numbers],
  );
  if (result === null) return null;
  const shown = result.text === '' ? words.empty : words.value(result.text);
  return (
    <Text
      size="xs"
      dir="auto"
      className={classes.live}
      data-live-value
      {...(result.isFault ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}
    >
      {result.isFault ? result.text : shown}
    </Text>
  );
}
