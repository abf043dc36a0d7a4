/** The template of a request, for its log line: only a UUID, never another text of the client. */
import type { LoggedFacts } from './exchange.ts';

type TemplateFact = Pick<LoggedFacts, 'templateId'>;

/**
 * The template in a path.
 *
 * @param pattern the contract's path, with `{templateId}` or without
 */
export function templateInPath(pattern: string, path: string): TemplateFact {
  const at = pattern.split('/').indexOf('{templateId}');
  return at === -1 ? {} : toFact(path.split('/')[at]);
}

/** The template in the body of a batch submission. */
export function templateInBody(body: Readonly<Record<string, unknown>> | undefined): TemplateFact {
  const template = body?.['template'];
  const isObject = typeof template === 'object' && template !== null;
  return isObject && 'templateId' in template ? toFact(template.templateId) : {};
}

function toFact(id: unknown): TemplateFact {
  const isUuid = typeof id === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
  return isUuid ? { templateId: id } : {};
}
