import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './theme/fonts.css';
import './theme/page.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/queries.ts';
import { routes } from './routes.tsx';
import { keepCompositions } from './shell/compositions.ts';
import { styleNonce } from './theme/style-nonce.ts';
import { readableColors, theme } from './theme/theme.ts';
import { partWords } from './words/parts.ts';

// react-remove-scroll, which Mantine's dialogs use, takes it from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

const router = createBrowserRouter(routes, { basename: '/studio' });

// Menus and dialogs stand outside the page's landmarks, so they have one of their own.
const overlays = document.createElement('div');
overlays.id = 'overlays';
overlays.role = 'region';
overlays.ariaLabel = partWords.overlays;
document.body.append(overlays);

keepCompositions();

const place = document.getElementById('app');
if (place === null) throw new Error('The page has no #app.');
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: 'platen-color-scheme' })}
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notifications position="bottom-right" />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
