import type { RouteObject } from 'react-router';

/** Home, the page of new templates, and the pages of a template. */
export const templateRoutes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('../home/home-page.tsx')).HomePage }),
  },
  {
    path: 'new',
    lazy: async () => ({
      Component: (await import('../new-template/new-template-page.tsx')).NewTemplatePage,
    }),
  },
  {
    path: 'templates/:templateId',
    lazy: async () => ({ Component: (await import('./template-page.tsx')).TemplatePage }),
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./try-it/try-it-tab.tsx')).TryItTab }),
      },
      {
        path: 'use',
        lazy: async () => ({ Component: (await import('./use-it/use-it-tab.tsx')).UseItTab }),
      },
      {
        path: 'image-url',
        lazy: async () => ({ Component: (await import('./image-url/image-url-tab.tsx')).ImageUrlTab }),
      },
      {
        path: 'versions',
        lazy: async () => ({ Component: (await import('./versions/versions-tab.tsx')).VersionsTab }),
      },
      {
        path: 'jobs',
        lazy: async () => ({ Component: (await import('./lists-tabs.tsx')).JobsTab }),
      },
      {
        path: 'links',
        lazy: async () => ({ Component: (await import('./lists-tabs.tsx')).LinksTab }),
      },
      {
        path: 'files',
        lazy: async () => ({ Component: (await import('./files/files-tab.tsx')).FilesTab }),
      },
    ],
  },
];
