import { useMediaQuery } from '@mantine/hooks';

/** What a window has room for: panels at the sides, panels as tabs, or the picture alone. */
export type WindowKind = 'wide' | 'compact' | 'viewing';

const wide = '(min-width: 1024px)';
/**
 * A window of 1,280 px has 640 CSS pixels at a zoom of 200 %. Touch screens of that width are small, and
 * fingers are too large for handles; a fine pointer, or none but a keyboard, tells them apart.
 */
const compact = '(min-width: 640px) and (any-pointer: fine), (min-width: 640px) and (pointer: none)';

const atOnce = { getInitialValueInEffect: false };

/** The kind of this window, which changes with its size. */
export function useWindowKind(): WindowKind {
  const isWide = useMediaQuery(wide, true, atOnce);
  const isCompact = useMediaQuery(compact, false, atOnce);
  if (isWide) return 'wide';
  return isCompact ? 'compact' : 'viewing';
}
