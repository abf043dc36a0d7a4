import { Paper, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { partWords } from '../words/parts.ts';
import { announce } from './announcements.tsx';
import { Logo } from './logo.tsx';
import classes from './shell.module.css';

interface EntranceProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of the pages before there is a session. */
export function Entrance({ title, children }: EntranceProps): ReactNode {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) announce(title);
    isFirst.current = false;
  }, [title]);
  return (
    <div className={classes.entrance}>
      <title>{`${title} · ${partWords.appName}`}</title>
      <header className={classes.entranceHeader}>
        <Logo />
      </header>
      <Paper component="main" withBorder className={classes.entranceCard}>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </div>
  );
}
