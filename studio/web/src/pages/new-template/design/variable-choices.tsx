import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { Schema } from '../../../api/client.ts';
import { designImportWords as words } from '../../../words/design-import.ts';
import classes from './design-review.module.css';

interface VariableChoicesProps {
  readonly variables: readonly Schema<'DesignVariable'>[];
  /** The places of the chosen ones in the list; null for those that the design marks. */
  readonly chosen: readonly number[] | null;
  /** Called with the places of the chosen variables in the list. */
  readonly onChoose: (chosen: readonly number[]) => void;
}

/** The texts and pictures that can become variables. */
export function VariableChoices({ variables, chosen, onChoose }: VariableChoicesProps): ReactNode {
  const id = useId();
  const choose = (isWanted: (variable: Schema<'DesignVariable'>, place: number) => boolean) =>
    onChoose(variables.flatMap((variable, place) => (isWanted(variable, place) ? [place] : [])));
  // The answer of the service with a new choice comes later.
  const isOn = ({ isMarked }: Schema<'DesignVariable'>, place: number) => chosen?.includes(place) ?? isMarked;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {words.variables}
      </Title>
      <Text size="sm" c="dimmed">
        {variables.length === 0 ? words.noVariables : words.variablesHint}
      </Text>
      {variables.length === 0 ? null : (
        <Group gap="xs" my="xs">
          <Button size="compact-sm" variant="default" onClick={() => choose(() => true)}>
            {words.all}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => choose(() => false)}>
            {words.none}
          </Button>
          {variables.some(({ isMarked }) => isMarked) ? (
            <Button size="compact-sm" variant="default" onClick={() => choose(({ isMarked }) => isMarked)}>
              {words.marked}
            </Button>
          ) : null}
        </Group>
      )}
      <div className={classes.variables}>
        {variables.map((variable, place) => (
          <Checkbox
            key={variable.name}
            checked={isOn(variable, place)}
            onChange={() => choose((each, at) => isOn(each, at) !== (at === place))}
            label={<span dir="auto">{variable.name}</span>}
            description={<span dir="auto">{describe(variable)}</span>}
          />
        ))}
      </div>
    </section>
  );
}

/** What it is, where it comes from, and what the design says there. */
function describe({ name, type, from, value }: Schema<'DesignVariable'>): string {
  const place = from === name ? words.types[type] : `${words.types[type]}, ${words.fromElement(from)}`;
  const text = (value ?? '').replaceAll(/\s+/g, ' ').trim();
  if (text === '' || text === name || text === from) return place;
  return `${place}: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
