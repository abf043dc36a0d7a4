import type { Answer } from './exchange.ts';
import { requireReading } from './resident-file.ts';

/** Where the service describes itself to programs (link relations of RFC 8631). */
const links = '</openapi.yaml>; rel="service-desc", </docs>; rel="service-doc"';

/**
 * Answers `/`: browsers, which accept HTML by name, are led to Studio, programs to the contract. Paths of
 * redirects are relative, so that they hold behind every proxy.
 */
export const answerRoot: Answer = ({ incoming, note }) => {
  note({ route: '/' });
  requireReading(incoming.method);
  const accepted = incoming.headers.accept ?? '';
  const isBrowser = /\btext\/html\b/.test(accepted);
  const contract = /\bjson\b/.test(accepted) ? '/openapi.json' : '/openapi.yaml';
  return {
    status: 302,
    headers: {
      Location: isBrowser ? '/studio' : contract,
      Link: links,
      Vary: 'Accept',
      'Cache-Control': 'no-cache',
    },
  };
};
