import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { findColorBehind } from '../model/color-behind.ts';
import { findElements } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { useDesigner } from '../state/use-designer.ts';
import { contrastRatio, enoughContrast } from './values/contrast.ts';

const words = propertyWords.color;

/** How well letters of a color are read on what is behind the selected text, where that is known. */
export function ContrastLine({ color, toHex }: ContrastLineProps): ReactNode {
  const behind = useDesigner(({ design }) => {
    const [placed, ...others] = findElements(design.document, design.selection);
    if (placed?.element.type !== 'text' || others.length > 0) return null;
    return findColorBehind(seenDocument(design), placed.element.id);
  });
  const [ink, paper] = [toHex(color), behind === null ? null : toHex(behind)];
  if (ink?.length !== 7 || paper?.length !== 7) return null;
  const ratio = Math.floor(contrastRatio(ink, paper) * 10) / 10;
  const verdict =
    ratio >= enoughContrast.text ? words.enough : ratio >= enoughContrast.largeText ? words.large : words.low;
  return (
    <Text size="xs" mt={8} maw={200}>
      {words.contrast(ratio, verdict)}
    </Text>
  );
}

interface ContrastLineProps {
  readonly color: string;
  /** A color as `#rrggbb`; null if it is none. */
  readonly toHex: (color: string) => string | null;
}
