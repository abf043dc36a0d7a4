import type { TemplateDocument, TemplateElement } from '../../../../generated/template.ts';
import { linkProblem } from '../../../render/bind/links.ts';
import { hasPlaceholder, parsePlaceholders } from '../../../common/placeholders/placeholders.ts';
import type { TemplateProblem } from './problem.ts';

/** Checks the links of an element and its runs, as far as they do not depend on values. */
export function checkLinks(
  element: TemplateElement,
  pointer: string,
  document: Pick<TemplateDocument, 'variables'>,
): TemplateProblem[] {
  const own = 'href' in element ? [{ href: element.href, at: `${pointer}/href` }] : [];
  const runs = element.type === 'text' ? (element.runs ?? []) : [];
  const links = [...own, ...runs.map(({ href }, index) => ({ href, at: `${pointer}/runs/${index}/href` }))];
  const declared = new Set(document.variables?.map(({ name }) => name));
  return links.flatMap(({ href, at }) => {
    if (href === undefined) return [];
    const known = knownPart(href, declared);
    const problem = known === null ? null : linkProblem(known);
    return problem === null ? [] : [{ pointer: at, detail: `The link ${problem}.` }];
  });
}

/** A constant address, or the scheme that one begins with before its first placeholder; null: unknown. */
function knownPart(href: string, declared: ReadonlySet<string>): string | null {
  const [first] = parsePlaceholders(href.trim(), declared);
  const literal = first !== undefined && 'literal' in first ? first.literal : '';
  if (!hasPlaceholder(href, declared)) return literal;
  const scheme = /^[a-z][a-z0-9+.-]*:/iu.exec(literal)?.[0];
  return scheme === undefined ? null : `${scheme}//a`;
}
