import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconColorPicker } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';

/** The browser's own: it is not in the types yet, and not in all browsers. */
interface EyeDropper {
  readonly open: () => Promise<{ readonly sRGBHex: string }>;
}

const own = (globalThis as { readonly EyeDropper?: new () => EyeDropper }).EyeDropper;

/** Takes a color from anywhere on the screen, where the browser can. */
export function EyedropperButton({ onPick }: { readonly onPick: (color: string) => void }): ReactNode {
  if (own === undefined) return null;
  const pick = async () => {
    // Escape takes nothing.
    const picked = await new own().open().catch(() => null);
    if (picked !== null) onPick(picked.sRGBHex);
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      mt={8}
      leftSection={<IconColorPicker size={14} aria-hidden />}
      onClick={() => void pick()}
    >
      {propertyWords.color.eyedropper}
    </Button>
  );
}
