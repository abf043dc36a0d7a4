import { useOutletContext } from 'react-router';
import type { Schema } from '../../api/client.ts';

/** The template whose pages are open. Only inside them. */
export function useTemplate(): Schema<'Template'> {
  return useOutletContext<Schema<'Template'>>();
}
