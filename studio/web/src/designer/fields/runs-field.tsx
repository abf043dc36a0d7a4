import { Button, Collapse, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { TextElement } from '../model/template.ts';
import { IconPlus } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner } from '../state/use-designer.ts';
import { parts, type Control } from './controls.ts';
import { Scope, useEdited } from './edited.tsx';
import { joinRuns, splitIntoRuns } from './values/runs.ts';
import classes from './fields.module.css';
import { ItemHead } from './item-head.tsx';
import { ParagraphField } from './text-field.tsx';

const words = propertyWords.runs;

interface RunsFieldProps {
  /** Shows the controls of a run's style. */
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** The runs of a text, each with its style; or the switch from one text to them. */
export function RunsField({ renderControls }: RunsFieldProps): ReactNode {
  const { targets, change } = useEdited();
  const range = useDesigner(({ textRange }) => textRange);
  const texts = targets as readonly TextElement[];
  const counts = new Set(texts.map(({ runs }) => runs?.length ?? 0));
  const each = (recipe: (element: TextElement) => void) => change((target) => recipe(target as TextElement));
  const [count = 0] = counts;
  if (counts.size === 1 && count === 0)
    return (
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => each((element) => splitIntoRuns(element, range?.id === element.id ? range : null))}
      >
        {words.use}
      </Button>
    );
  return (
    <div className={classes.paint}>
      {counts.size > 1 ? (
        <Text size="xs" c="dimmed">
          {propertyWords.mixed}
        </Text>
      ) : (
        <>
          <ul className={classes.list}>
            {Array.from({ length: count }, (_, index) => (
              <li key={index}>
                <Scope path={`runs.${index}`} name={words.item(index + 1)} inherits>
                  <Run
                    number={index + 1}
                    style={renderControls(styleControls)}
                    onRemove={count < 2 ? null : () => each(({ runs }) => runs?.splice(index, 1))}
                  />
                </Scope>
              </li>
            ))}
          </ul>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => each(({ runs }) => runs?.push({ text: '' }))}
          >
            {words.add}
          </Button>
        </>
      )}
      <Button size="compact-xs" variant="default" onClick={() => each(joinRuns)}>
        {words.useText}
      </Button>
    </div>
  );
}

interface RunProps {
  readonly number: number;
  readonly style: ReactNode;
  readonly onRemove: (() => void) | null;
}

const [textControl, ...styleControls] = parts.runs!.map((part) => ({
  ...part,
  path: part.path.replace('[].', ''),
}));

function Run({ number, style, onRemove }: RunProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const name = words.item(number);
  return (
    <div role="group" aria-label={name} className={classes.item}>
      <ItemHead
        name={name}
        settings={{ name: words.style(number), isOpen, onToggle: () => setOpen(!isOpen) }}
        onRemove={onRemove}
      />
      <ParagraphField control={textControl!} />
      <Collapse expanded={isOpen}>{style}</Collapse>
    </div>
  );
}
