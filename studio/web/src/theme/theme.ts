import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { partWords } from '../words/parts.ts';

/** The accent: the icon's blue. Shade 7 on white, and white on shades 6 to 9, have WCAG AA contrast. */
const ink: MantineColorsTuple = [
  '#eef4fb',
  '#dce8f5',
  '#b9d0e9',
  '#94b7de',
  '#74a2d3',
  '#5288c2',
  '#3a6fad',
  '#2b5c95',
  '#234c7c',
  '#1b3b61',
];

/** Colors of states: darker than Mantine's, so that text in them is readable. */
const red: MantineColorsTuple = [
  '#fdf1ef',
  '#fadfdb',
  '#f3b9b1',
  '#ea9287',
  '#e57569',
  '#d5564a',
  '#c03d32',
  '#a93026',
  '#8d271f',
  '#6f1f19',
];
const green: MantineColorsTuple = [
  '#eef8f1',
  '#d9eedf',
  '#b0dbbd',
  '#84c698',
  '#61b27a',
  '#469b61',
  '#32804b',
  '#286a3e',
  '#205633',
  '#194328',
];
const yellow: MantineColorsTuple = [
  '#fef7e6',
  '#fbeac4',
  '#f5d68c',
  '#eec052',
  '#e0a92e',
  '#bd8717',
  '#94690f',
  '#7d580a',
  '#664808',
  '#4e3706',
];
const dark: MantineColorsTuple = [
  '#d8dce3',
  '#b7bdc9',
  '#989fae',
  '#6f7786',
  '#3c424e',
  '#2d323b',
  '#23272f',
  '#1a1d23',
  '#15181d',
  '#101216',
];

/** What Mantine's components look like in Studio. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, red, green, yellow, dark },
  black: '#1c2128',
  fontFamily: 'Inter, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  radius: { sm: '6px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        // The second click of a double click, or a selection that ends outside, must not lose what was typed.
        closeOnClickOutside: false,
        closeButtonProps: { 'aria-label': partWords.close },
        // The page keeps its scroll bar, so that nothing moves.
        removeScrollProps: { removeScrollBar: false },
      },
    },
    Drawer: { defaultProps: { removeScrollProps: { removeScrollBar: false } } },
    // axe-core finds the placeholder wrong among the items.
    Menu: { defaultProps: { position: 'bottom-end', shadow: 'md', withInitialFocusPlaceholder: false } },
    Portal: { defaultProps: { target: '#overlays' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': partWords.close } } },
    Tooltip: { defaultProps: { openDelay: 300, fz: 'xs' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

/** Shades of text with WCAG AA contrast; Mantine's own have less. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6370',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--mantine-color-default-border': '#d3d8de',
    '--platen-color-line': '#e3e7eb',
    '--platen-color-rail': '#f7f8fa',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-ink-light': '#22354c',
    '--mantine-color-ink-light-hover': '#2a4160',
    '--mantine-color-ink-light-color': 'var(--mantine-color-ink-2)',
    '--platen-color-line': 'var(--mantine-color-dark-5)',
    '--platen-color-rail': 'var(--mantine-color-dark-8)',
  },
});
