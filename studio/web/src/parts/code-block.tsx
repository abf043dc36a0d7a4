import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './parts.module.css';

interface CodeBlockProps {
  readonly code: string;
  /** What it is, for screen readers: "Command that lists projects". */
  readonly label: string;
}

/** A program or a command, to copy. Long lines are scrolled, with the arrow keys, too. */
export function CodeBlock({ code, label }: CodeBlockProps): ReactNode {
  return (
    <div className={classes.codeBlock}>
      <pre tabIndex={0} role="region" aria-label={label} dir="ltr">
        <code>{code}</code>
      </pre>
      <CopyButton value={code} what={label} />
    </div>
  );
}
