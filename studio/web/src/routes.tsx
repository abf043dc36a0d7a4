import { Outlet, ScrollRestoration, type RouteObject } from 'react-router';
import { prefetchSession } from './api/session.ts';
import { templateRoutes } from './pages/template/routes.ts';
import { Announcements } from './shell/announcements.tsx';
import { BrokenPage, NotFoundPage } from './shell/problem-pages.tsx';
import { ServiceBanner } from './shell/service-banner.tsx';
import { Shell, SignedIn } from './shell/shell.tsx';
import { SignInAgain } from './shell/sign-in-again.tsx';

/** Every page, below /studio. Each one is a file of its own, loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: (
      <>
        <Outlet />
        <ScrollRestoration />
        <Announcements />
        <ServiceBanner />
        <SignInAgain />
      </>
    ),
    errorElement: <BrokenPage />,
    HydrateFallback: () => null,
    children: [
      {
        path: 'sign-in',
        lazy: async () => ({ Component: (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage }),
      },
      {
        path: 'join',
        lazy: async () => ({ Component: (await import('./pages/join/join-page.tsx')).JoinPage }),
      },
      {
        element: <SignedIn />,
        loader: prefetchSession,
        errorElement: <BrokenPage />,
        children: [
          {
            path: 'templates/:templateId/design',
            lazy: async () => ({
              Component: (await import('./designer/designer-page.tsx')).DesignerPage,
            }),
          },
        ],
      },
      {
        element: <Shell />,
        loader: prefetchSession,
        children: [
          {
            errorElement: <BrokenPage isInShell />,
            children: [
              {
                path: 'templates/:templateId/batch',
                lazy: async () => ({ Component: (await import('./pages/batch/batch-page.tsx')).BatchPage }),
              },
              {
                path: 'jobs',
                lazy: async () => ({ Component: (await import('./pages/jobs/jobs-page.tsx')).JobsPage }),
              },
              {
                path: 'jobs/:jobId',
                lazy: async () => ({ Component: (await import('./pages/jobs/job-page.tsx')).JobPage }),
              },
              {
                path: 'links',
                lazy: async () => ({ Component: (await import('./pages/links/links-page.tsx')).LinksPage }),
              },
              {
                path: 'library',
                lazy: async () => ({
                  Component: (await import('./pages/library/library-page.tsx')).LibraryPage,
                }),
              },
              {
                path: 'callbacks',
                lazy: async () => ({
                  Component: (await import('./pages/callbacks/callbacks-page.tsx')).CallbacksPage,
                }),
              },
              {
                path: 'keys',
                lazy: async () => ({ Component: (await import('./pages/keys/keys-page.tsx')).KeysPage }),
              },
              {
                path: 'members',
                lazy: async () => ({
                  Component: (await import('./pages/members/members-page.tsx')).MembersPage,
                }),
              },
              {
                path: 'activity',
                lazy: async () => ({
                  Component: (await import('./pages/activity/activity-page.tsx')).ActivityPage,
                }),
              },
              {
                path: 'account',
                lazy: async () => ({
                  Component: (await import('./pages/account/account-page.tsx')).AccountPage,
                }),
              },
              {
                path: 'usage',
                lazy: async () => ({ Component: (await import('./pages/usage/usage-page.tsx')).UsagePage }),
              },
              {
                path: 'reference',
                lazy: async () => ({
                  Component: (await import('./pages/reference/reference-page.tsx')).ReferencePage,
                }),
              },
              ...templateRoutes,
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
];
