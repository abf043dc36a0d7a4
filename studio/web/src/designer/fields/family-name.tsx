import { useInViewport } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFace } from '../fonts/use-face.ts';
import { useDesigner } from '../state/use-designer.ts';
import type { Families } from './families.ts';

interface FamilyNameProps {
  readonly family: string;
  readonly families: Families;
}

/** A larger file, such as one of Chinese characters, is not loaded only to show a name in it. */
const maxBytes = 1_000_000;

/** The name of a family, in its own face once it is seen: there may be thousands. */
export function FamilyName({ family, families }: FamilyNameProps): ReactNode {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const font = families.listed.find((each) => each.family === family);
  if (font === undefined || font.bytes > maxBytes) return family;
  return <span ref={ref}>{inViewport ? <OwnFace family={family} /> : family}</span>;
}

function OwnFace({ family }: { readonly family: string }): ReactNode {
  const templateId = useDesigner((state) => state.templateId);
  const face = useFace(templateId, { family, weight: 400, style: 'normal' });
  return <span style={{ fontFamily: face ?? undefined }}>{family}</span>;
}
