import { Text } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner, useSettledDocument } from '../state/use-designer.ts';
import { shownValues } from '../state/shown-values.ts';
import type { evaluateText } from './evaluate.ts';
import { scopeAt, usePageNumbers } from './known-names.ts';
import classes from './offers.module.css';

const words = propertyWords.live;

/** CEL is loaded with the first expression that is shown. */
let loading: Promise<typeof evaluateText> | undefined;
function load(): Promise<typeof evaluateText> {
  loading ??= import('./evaluate.ts').then((module) => module.evaluateText);
  return loading;
}

/** What a text with expressions is at present, with the values of the canvas, or why it is nothing. */
export function LiveValue({ value, place }: LiveValueProps): ReactNode {
  return typeof value === 'string' && value.includes('{{') ? <Evaluated text={value} place={place} /> : null;
}

interface LiveValueProps {
  readonly value: unknown;
  /** The keys from what is selected to the value. */
  readonly place: string;
}

function Evaluated({ text, place }: { readonly text: string; readonly place: string }): ReactNode {
  const document = useSettledDocument();
  const selection = useDesigner(({ design }) => design.selection);
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
    () =>
      evaluate?.(text, document, values, {
        entries: scopeAt({ document, selection }, place).entries,
        numbers: numbers ?? {},
      }) ?? null,
    [evaluate, text, document, selection, place, values, numbers],
  );
  // How the pages of a repeated page are shared among its entries is seen on the canvas only.
  const isUnknown = numbers?.['pageOfGroup'] === undefined && /\bpages?OfGroup\b/u.test(text);
  if (result === null || (numbers !== null && isUnknown)) return null;
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
