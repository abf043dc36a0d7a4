/** Headers and footers, which are bound for each page once the number of pages is known. */
import type { GroupElement, TemplateElement } from '../../../generated/template.ts';
import { StepBudget } from '../../common/expressions/budget.ts';
import { countEntries } from '../../common/expressions/template-expressions.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { RunningElements } from '../scene/scene.ts';
import { documentDirection } from '../../common/text/language-direction.ts';
import { toPx } from '../../common/lengths/units.ts';
import { bindElements, type PageContext } from './bind-elements.ts';
import { listPages, type DocumentPage, type RunningKey } from './document-pages.ts';
import { variablesIn } from '../../common/placeholders/placeholders.ts';
import { listPageScopes } from './page-entries.ts';
import { elementCounter, type BindScope } from './repeat.ts';
import { SourceList } from './sources.ts';
import { TextLimit } from './text-limit.ts';
import { createVariableValues } from './variable-values.ts';

/** The number of a page, from 1, and how many there are: names that headers and footers know. */
export interface PageNumbers {
  readonly page: number;
  readonly pages: number;
  /**
   * The same among the pages of one entry of a repeated page or group of pages, or among those that one page
   * of the document becomes where it flows.
   */
  readonly pageOfGroup: number;
  readonly pagesOfGroup: number;
}

/** The numbers of the only page. */
export const ONLY_PAGE: PageNumbers = { page: 1, pages: 1, pageOfGroup: 1, pagesOfGroup: 1 };

/** The names that headers and footers know beside the variables. */
export const pageNames: readonly string[] = Object.keys(ONLY_PAGE);

type Source = RunningElements['source'];

/** Binds the headers and footers of a document. */
export class RunningBinder {
  readonly #source: Source;
  readonly #pages: readonly DocumentPage[];
  readonly #budget: StepBudget;
  readonly #whole: BindScope;
  readonly #repeats = new Map<number, readonly BindScope[]>();
  readonly #count = elementCounter();

  constructor(source: Source) {
    const { document, values, locale, now, isLenient } = source;
    this.#source = source;
    this.#pages = listPages(document);
    this.#budget = new StepBudget(countEntries(values));
    const variables = createVariableValues(
      values,
      document,
      { locale, now, timeZone: document.timeZone },
      isLenient,
      this.#budget,
    );
    this.#whole = { variables, sources: new SourceList(variables), idSuffix: '' };
  }

  /** Which of the names in `pageNames` a header or footer uses, or may use. Null: the page has none. */
  usedNames({ page }: RunningElements, key: RunningKey): readonly string[] | null {
    const group = this.#find(page, key);
    if (group === undefined) return null;
    const text = JSON.stringify(group);
    return pageNames.filter((name) => text.includes(name));
  }

  /**
   * The header or footer of a page with its number; none if it is invisible.
   *
   * @throws VariableError as `bindTemplate` does
   */
  bind(running: RunningElements, key: RunningKey, numbers: PageNumbers): SceneElement[] {
    const { document, locale, defaults } = this.#source;
    const found = this.#pages[running.page];
    const group = this.#find(running.page, key);
    if (group === undefined || found === undefined) return [];
    this.#budget.renew();
    const scope = this.#scopeOf(found, running);
    const unit = document.viewportUnit ?? 'px';
    const page: PageContext = {
      px: (length) => toPx(length, unit),
      document,
      locale,
      language: document.language ?? null,
      direction: documentDirection(document),
      textLimit: new TextLimit(),
      defaults,
      markUnplaced: () => undefined,
      count: this.#count,
    };
    const bound = bindElements([inPlace(group, found)], undefined, page, within(scope, numbers));
    // Screen readers would read it on every page.
    return bound.map((element) => ({ ...element, tag: 'Artifact', isRunning: true }));
  }

  #find(page: number, key: RunningKey): GroupElement | undefined {
    return this.#pages[page]?.running.find((each) => each.key === key)?.group;
  }

  #scopeOf(page: DocumentPage, running: RunningElements): BindScope {
    if (running.entry === null) return this.#whole;
    const scopes = this.#repeats.get(running.page) ?? listPageScopes(page, this.#whole);
    this.#repeats.set(running.page, scopes);
    return scopes[running.entry] ?? this.#whole;
  }
}

/** Adds the files of a header or footer to those of a scene: also of what is visible on some pages only. */
export function collectSources(group: GroupElement, page: PageContext, scope: BindScope): void {
  const variables = scope.variables.asLenient();
  const lenient = { ...scope, variables, sources: scope.sources.within(variables) };
  const shown = alwaysVisible({ ...group, x: 0, y: 0 });
  bindElements([shown], undefined, page, within(lenient, ONLY_PAGE));
}

function within({ variables, sources, idSuffix }: BindScope, numbers: PageNumbers): BindScope {
  const inner = variables.within({ ...numbers });
  return { variables: inner, sources: sources.within(inner), idSuffix };
}

/** As wide as the page, at its edges, if nothing else is said. */
function inPlace({ x = 0, y = 0, ...group }: GroupElement, { viewport }: DocumentPage): GroupElement {
  return { ...group, x, y, width: group.width ?? viewport.width };
}

/** An element without conditions that depend on the page. */
export function alwaysVisible<Element extends TemplateElement>(element: Element): Element {
  const { visible, ...shown } = element;
  const names = typeof visible === 'string' ? variablesIn(visible, new Set(pageNames)) : [];
  const own = names.length === 0 ? element : (shown as Element);
  return own.type === 'group' ? { ...own, elements: own.elements.map(alwaysVisible) } : own;
}
