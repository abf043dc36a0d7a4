import type { Layout, TemplateElement } from '../../../generated/template.ts';
import { VariableError } from '../errors.ts';
import { ExpressionError } from '../../common/expressions/expression-error.ts';
import { directionWithin } from '../../common/text/language-direction.ts';
import type { SceneElement } from '../scene/elements.ts';
import { NO_DEFAULTS } from '../scene/used-defaults.ts';
import type { BindContext } from './context.ts';
import { bindElement } from './elements.ts';
import { listScopes, type BindScope } from './repeat.ts';

/** What all elements of a page are bound with. */
export type PageContext = Omit<
  BindContext,
  keyof BindScope | 'layout' | 'isEntry' | 'bindAll' | 'bindWithin'
>;

/** Binds elements with the layout around them; those that are repeated once for each entry. */
export function bindElements(
  elements: readonly TemplateElement[],
  layout: Layout | undefined,
  around: PageContext,
  scope: BindScope,
): SceneElement[] {
  const direction = directionWithin(layout?.inlineDirection, around.direction);
  const page = direction === around.direction ? around : { ...around, direction };
  return elements.flatMap((element) =>
    namingExpressions(`Element "${element.id}"`, () => {
      const isEntry = element.repeat !== undefined;
      const bindOne = (own: BindScope) => {
        page.count(element, 1);
        const bindAll: BindContext['bindAll'] = (inner, within) => bindElements(inner, within, page, own);
        const bindWithin = makeBindWithin(page, own);
        return bindElement(element, { ...page, ...own, layout, isEntry, bindAll, bindWithin }) ?? [];
      };
      if (element.repeat === undefined) return bindOne(scope);
      return listScopes(element.repeat, scope, { ...element, repeat: null }).flatMap(bindOne);
    }),
  );
}

function makeBindWithin(page: PageContext, { sources }: BindScope): BindContext['bindWithin'] {
  return (element, variables, place) =>
    namingExpressions(`In ${place}`, () => {
      const scope = { variables, sources: sources.within(variables, place), idSuffix: '' };
      const around = { ...page, ...scope, defaults: NO_DEFAULTS, layout: undefined, isEntry: false };
      const bindAll: BindContext['bindAll'] = (inner, within) => bindElements(inner, within, page, scope);
      const bound = bindElement(element, { ...around, bindAll, bindWithin: makeBindWithin(page, scope) });
      return bound === null ? null : { ...bound, place };
    });
}

/** Turns an expression's error into one that also names the place. */
export function namingExpressions<T>(place: string, bind: () => T): T {
  try {
    return bind();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { expression, message, variable } = error;
    const shown = expression.length > 80 ? `${expression.slice(0, 80)}…` : expression;
    throw new VariableError(variable, `${place}: the expression {{ ${shown} }} ${message}.`);
  }
}
