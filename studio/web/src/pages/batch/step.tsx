import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './batch.module.css';

interface StepProps {
  readonly number: number;
  readonly title: string;
  /** Beside the title: what the step has come to. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A step of the page, with its number. */
export function Step({ number, title, facts, actions, children }: StepProps): ReactNode {
  return (
    <section className={classes.step} aria-labelledby={`step-${number}`}>
      <Group justify="space-between" gap="sm" mih={30} className={classes.head}>
        <Group gap="sm" className={classes.stepHead}>
          <span className={classes.number} aria-hidden>
            {number}
          </span>
          <Title order={2} id={`step-${number}`}>
            {title}
          </Title>
          {facts === undefined ? null : (
            <Text span size="sm" c="dimmed" className={classes.stepFacts}>
              {facts}
            </Text>
          )}
        </Group>
        {actions}
      </Group>
      {children}
    </section>
  );
}

/** A step that waits for the ones before. */
export function LaterStep({
  number,
  title,
  hint,
}: {
  readonly number: number;
  readonly title: string;
  readonly hint: string;
}): ReactNode {
  return (
    <div className={classes.later}>
      <span className={classes.number} data-later aria-hidden>
        {number}
      </span>
      <Text span size="sm" fw={600}>
        {title}
      </Text>
      <Text span size="sm" c="dimmed">
        {hint}
      </Text>
    </div>
  );
}
