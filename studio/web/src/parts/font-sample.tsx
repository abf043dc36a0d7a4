import { useEffect, useState, type ReactNode } from 'react';
import { IconTypography } from '../generated/icons.ts';

interface FontSampleProps {
  /** The address of the file. */
  readonly address: string;
  /** What no other file has. */
  readonly id: string;
  readonly size: number;
}

/** Letters in the font of a file; an icon where the browser cannot read it. */
export function FontSample({ address, id, size }: FontSampleProps): ReactNode {
  const [family, setFamily] = useState<string | null>(null);
  useEffect(() => {
    const name = `sample-${id}`;
    let isGone = false;
    new FontFace(name, `url("${address}")`).load().then(
      (loaded) => {
        document.fonts.add(loaded);
        if (!isGone) setFamily(name);
      },
      () => undefined,
    );
    return () => void (isGone = true);
  }, [id, address]);
  if (family === null) return <IconTypography size={size} stroke={1.3} aria-hidden />;
  return (
    <span style={{ fontFamily: family, fontSize: size, lineHeight: 1.2 }} aria-hidden>
      Aag
    </span>
  );
}
