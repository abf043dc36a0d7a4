import { useEffect, useState } from 'react';
import { loadFace, type FaceName } from './load-face.ts';

/** The browser's name of a face, once it is loaded; null before, and where the service has no such family. */
export function useFace(templateId: string, { family, weight, style }: FaceName): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadFace(templateId, { family, weight, style }).then(
      (loaded) => (isCurrent ? setName(loaded) : undefined),
      () => (isCurrent ? setName(null) : undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [templateId, family, weight, style]);
  return name;
}
