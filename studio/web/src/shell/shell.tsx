import { AppShell, Burger, Container, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { ApiError } from '../api/problem.ts';
import { useLiveEvents } from '../api/live-events.ts';
import { SessionContext, useSessionQuery } from '../api/session.ts';
import { noteSignedIn } from '../api/sign-in-again.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { partWords } from '../words/parts.ts';
import { shellWords as words } from '../words/shell.ts';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { RequiredFactor } from './required-factor.tsx';
import classes from './shell.module.css';

/** The frame of all pages that need a session, with the navigation. */
export function Shell(): ReactNode {
  return (
    <SignedIn>
      <Frame />
    </SignedIn>
  );
}

/** Pages that need a session. Without one it leads to the sign-in page. */
export function SignedIn({ children = <Outlet /> }: { readonly children?: ReactNode }): ReactNode {
  const { data: session, error, refetch } = useSessionQuery();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (session !== undefined) noteSignedIn(true);
  }, [session]);
  if (session !== undefined) {
    return (
      <SessionContext value={session}>
        {session.session.needsSecondFactor ? (
          <RequiredFactor />
        ) : (
          <>
            <LiveEvents />
            {children}
          </>
        )}
      </SessionContext>
    );
  }
  if (error === null) return null;
  if (error instanceof ApiError && error.status === 401) {
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${next}`} replace />;
  }
  return (
    <Container component="main" size="sm" py="xl">
      <title>{partWords.appName}</title>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Container>
  );
}

function LiveEvents(): null {
  useLiveEvents();
  return null;
}

function Frame(): ReactNode {
  // Of the navigation in narrow windows. In wide ones it is always open.
  const [isOpen, { open, close }] = useDisclosure(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const closeByHand = () => {
    close();
    opener.current?.focus();
  };
  useEffect(() => {
    if (isOpen) closer.current?.focus();
  }, [isOpen]);
  const isLoading = useNavigation().state === 'loading';
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 52, md: 0 } }}
      navbar={{ width: 228, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <a href="#content" className={classes.skip}>
        {words.skipToContent}
      </a>
      <AppShell.Header hiddenFrom="md" className={classes.header}>
        <Burger
          ref={opener}
          size="sm"
          onClick={open}
          aria-label={words.openNavigation}
          aria-expanded={isOpen}
          aria-controls="navigation"
        />
        <Logo />
      </AppShell.Header>
      <AppShell.Navbar
        id="navigation"
        aria-label={words.navigation}
        className={classes.navbar}
        data-open={isOpen || undefined}
        onKeyDown={({ key }) => (key === 'Escape' && isOpen ? closeByHand() : undefined)}
      >
        <Group h={52} pl={20} pr="sm" justify="space-between" wrap="nowrap">
          <Link to="/" className={classes.brand} onClick={close} aria-label={partWords.appName}>
            <Logo />
          </Link>
          <Burger
            ref={closer}
            hiddenFrom="md"
            size="sm"
            opened
            onClick={closeByHand}
            aria-label={words.closeNavigation}
          />
        </Group>
        <Navigation onNavigate={close} />
        <AccountMenu onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.progress} data-loading={isLoading || undefined} aria-hidden />
        <Container size={1280} px={{ base: 'md', md: 'xl' }} py={{ base: 'md', md: 'lg' }}>
          <Outlet />
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}
