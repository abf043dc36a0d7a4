import { NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import {
  IconActivity,
  IconBook2,
  IconBooks,
  IconChartBar,
  IconHome,
  IconKey,
  IconLink,
  IconStack2,
  IconUsers,
  IconWebhook,
} from '../generated/icons.ts';
import type { Icon } from '../parts/icon.tsx';
import { shellWords as words } from '../words/shell.ts';
import classes from './shell.module.css';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  /** Other addresses whose pages belong to it. */
  readonly also?: string;
}

const groups: readonly { readonly label: string; readonly places: readonly Place[] }[] = [
  {
    label: words.groups.work,
    places: [
      { to: '/', label: words.home, icon: IconHome, also: '/templates' },
      { to: '/jobs', label: words.jobs, icon: IconStack2 },
      { to: '/links', label: words.links, icon: IconLink },
      { to: '/library', label: words.library, icon: IconBooks },
    ],
  },
  {
    label: words.groups.workspace,
    places: [
      { to: '/callbacks', label: words.callbacks, icon: IconWebhook },
      { to: '/keys', label: words.keys, icon: IconKey },
      { to: '/members', label: words.members, icon: IconUsers },
      { to: '/activity', label: words.activity, icon: IconActivity },
      { to: '/usage', label: words.usage, icon: IconChartBar },
      { to: '/reference', label: words.reference, icon: IconBook2 },
    ],
  },
];

/** The links to all pages. */
export function Navigation({ onNavigate }: { readonly onNavigate: () => void }): ReactNode {
  const { pathname } = useLocation();
  return (
    <ScrollArea className={classes.places} type="auto">
      {groups.map(({ label, places }) => (
        <Stack key={label} gap={2} mb="md">
          <Text size="xs" c="dimmed" px="sm" py={4} id={`group-${label}`}>
            {label}
          </Text>
          <ul className={classes.list} aria-labelledby={`group-${label}`}>
            {places.map((place) => {
              const isActive = isAt(pathname, place);
              return (
                <li key={place.to}>
                  <NavLink
                    component={Link}
                    to={place.to}
                    label={place.label}
                    leftSection={<place.icon size={18} stroke={1.6} aria-hidden />}
                    active={isActive}
                    {...(isActive ? { 'aria-current': 'page' as const } : {})}
                    className={classes.place}
                    onClick={onNavigate}
                  />
                </li>
              );
            })}
          </ul>
        </Stack>
      ))}
    </ScrollArea>
  );
}

function isAt(pathname: string, { to, also }: Place): boolean {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (to === '/' ? pathname === '/' : isBelow(to)) || (also !== undefined && isBelow(also));
}
