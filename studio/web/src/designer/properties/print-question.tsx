import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../formats.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import {
  hasLostBleed,
  keepForScreens,
  mayBePrinted,
  setUpPrint,
  usualDistances,
} from '../model/changes/print.ts';
import type { TemplateDocument } from '../model/template.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { printWithBleed } from '../state/print.ts';
import classes from '../fields/fields.module.css';

const words = propertyWords.print;

/** Asks once whether a page of a size of paper is printed to its edges. */
export function PrintQuestion({ document }: { readonly document: TemplateDocument }): ReactNode {
  const store = useDesignerStore();
  if (!mayBePrinted(document)) return null;
  const { viewportUnit = 'px' } = document;
  const { bleed, safe } = usualDistances(document);
  const length = (value: number) => `${formatNumber(value)} ${viewportUnit}`;
  return (
    <div className={classes.section} role="group" aria-label={words.question}>
      <Text size="xs" fw={600}>
        {words.question}
      </Text>
      <Text size="xs" c="dimmed">
        {words.hint(length(bleed), length(safe))}
      </Text>
      <Group gap="xs" mt={6}>
        <Button size="compact-xs" onClick={() => printWithBleed(store)}>
          {words.yes}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => store.getState().change(keepForScreens)}>
          {words.no}
        </Button>
      </Group>
    </div>
  );
}

/** Says that a bleed needs print. */
export function LostBleed({ document }: { readonly document: TemplateDocument }): ReactNode {
  const store = useDesignerStore();
  if (!hasLostBleed(document)) return null;
  return (
    <Alert color="yellow" role="status" p="xs" mx="sm" mb="sm">
      <Text size="xs">{words.needed}</Text>
      <Button size="compact-xs" variant="default" mt={6} onClick={() => store.getState().change(setUpPrint)}>
        {words.turnOn}
      </Button>
    </Alert>
  );
}
