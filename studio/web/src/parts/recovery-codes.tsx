import type { ReactNode } from 'react';
import { secondFactorWords } from '../words/second-factor.ts';
import { HandedOver } from './handed-over.tsx';

const words = secondFactorWords.recovery;

/** Recovery codes, shown once, after the first second factor was set up. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}): ReactNode {
  return (
    <HandedOver value={codes.join('\n')} what={words.what} copy={words.copy} onDone={onDone}>
      {words.detail}
    </HandedOver>
  );
}
