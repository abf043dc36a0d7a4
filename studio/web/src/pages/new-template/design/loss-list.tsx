import { Text, Title, UnstyledButton } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { Schema } from '../../../api/client.ts';
import { designImportWords as words } from '../../../words/design-import.ts';
import classes from './design-review.module.css';

interface LossListProps {
  readonly losses: readonly Schema<'DesignLoss'>[];
  /** Whether the template was compared with a picture of the design. */
  readonly isCompared: boolean;
  /** The element whose places are marked. */
  readonly shown: string | null;
  readonly onShow: (element: string | null) => void;
}

/** The losses of each element. An element that is chosen is marked in the picture. */
export function LossList({ losses, isCompared, shown, onShow }: LossListProps): ReactNode {
  const id = useId();
  const byElement = Map.groupBy(losses, ({ element }) => element);
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {words.losses}
      </Title>
      <Text size="sm" c="dimmed">
        {losses.length > 0 ? words.lossesHint : isCompared ? words.noLosses : words.notCompared}
      </Text>
      <ul className={classes.list} dir="auto">
        {[...byElement].map(([element, ofElement]) => (
          <li key={element} className={classes.entry}>
            {element === '' ? (
              <span className={classes.element}>{words.wholeDesign}</span>
            ) : (
              <UnstyledButton
                className={classes.element}
                aria-label={words.showElement(element)}
                aria-pressed={element === shown}
                onClick={() => onShow(element === shown ? null : element)}
              >
                {element}
              </UnstyledButton>
            )}
            {ofElement.map(({ property, reason }) => (
              <Text key={`${property} ${reason}`} size="sm" className={classes.reason}>
                <code>{property}</code> {reason}
              </Text>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
