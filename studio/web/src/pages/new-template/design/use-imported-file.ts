import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The file to import: the one that was dropped onto another page, or chosen on this one. */
export function useImportedFile(): readonly [File | null, (file: File | null) => void] {
  const state: unknown = useLocation().state;
  const dropped = (state as { file?: unknown } | null)?.file;
  return useState(dropped instanceof File ? dropped : null);
}

/** Whether a file is a design of another program, and no template; null while that is not known. */
export function useIsDesign(file: File | null): boolean | null {
  const [known, setKnown] = useState<{ readonly file: File; readonly isDesign: boolean } | null>(null);
  useEffect(() => {
    if (file === null) return;
    let isStale = false;
    void holdsTemplate(file).then((holds) => {
      if (!isStale) setKnown({ file, isDesign: !holds });
    });
    return () => {
      isStale = true;
    };
  }, [file]);
  return file !== null && known?.file === file ? known.isDesign : null;
}

/** Whether a .zip has a template.json: its directory, at its end, has the names in plain letters. */
async function holdsTemplate(file: File): Promise<boolean> {
  if (!/\.zip$/i.test(file.name)) return false;
  const end = await file.slice(Math.max(0, file.size - 1_000_000)).arrayBuffer();
  const text = new TextDecoder('latin1').decode(end);
  // What is no .zip is refused as a template that cannot be read.
  return /(?<![\w-])template\.json/.test(text) || !text.includes('PK\u0001\u0002');
}
