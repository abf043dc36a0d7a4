import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './parts.module.css';

interface SectionProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Whether the content needs the whole width: the heading stands above it. */
  readonly isWide?: boolean;
}

/** A part of a page of settings: what it is about at the start, the controls beside it. */
export function Section({ title, description, children, isWide = false }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section} data-wide={isWide || undefined}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {description === undefined ? null : (
          <Text size="sm" c="dimmed" mt={2} maw="72ch">
            {description}
          </Text>
        )}
      </div>
      <div className={classes.sectionContent}>{children}</div>
    </section>
  );
}
