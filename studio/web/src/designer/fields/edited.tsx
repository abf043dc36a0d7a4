/** What the controls of the panel edit: elements, the document, or an object in them. */
import { createContext, use, useId, useMemo, useRef, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { alternatives, toRule, schemaAt, type Rule, type SchemaNode } from './values/schema.ts';
import type { Unit } from '../model/amount.ts';
import { commonValue, setValue, valueAt } from './values/values.ts';

/** Sets the value at a path of one object. */
export type SetValue = (target: object, path: string, value: unknown, kept: string | null) => void;

/** Objects of the same kind, edited together. */
export interface Edited {
  readonly targets: readonly object[];
  readonly schema: readonly SchemaNode[];
  readonly unit: Unit;
  /** The name of the object, if it lies in an element: "Part 1". */
  readonly name: string | null;
  /** The path from what is selected to the object, if it lies in that. */
  readonly place?: string;
  /** The path whose name is the heading above: the labels of keys in it do not repeat it. */
  readonly heading?: string;
  /** What counts for a key that is not set: that of a text for its runs. */
  readonly inherited: Pick<Edited, 'targets' | 'schema'> | null;
  readonly set: SetValue;
  /**
   * Changes all objects in one edit.
   *
   * @param joins edits in a row with the same text are undone together
   */
  readonly change: (recipe: (target: object) => void, joins?: string) => void;
}

export const EditedContext = createContext<Edited | null>(null);

/** What the controls around a component edit. */
export function useEdited(): Edited {
  const edited = use(EditedContext);
  if (edited === null) throw new Error('There is nothing edited around this component.');
  return edited;
}

/** A key of what is edited. */
export interface EditedKey {
  /** The value that all have; undefined: it is not set, or the values differ. */
  readonly value: unknown;
  readonly isMixed: boolean;
  /** The value of each object. */
  readonly values: readonly unknown[];
  readonly rule: Rule;
  /** The full name, and the one to show. */
  readonly name: string;
  readonly label: string;
  /** The path from what is selected. */
  readonly place: string;
  /**
   * Sets the value, or makes it from that of each object; undefined removes the key.
   *
   * @param isTyping whether the edit is a part of one that goes on until `finish`
   */
  readonly set: (value: unknown, isTyping?: boolean) => void;
  readonly setEach: (make: (current: unknown) => unknown, isTyping?: boolean) => void;
  /** Ends an edit of several parts, such as typed letters: the next one is undone on its own. */
  readonly finish: () => void;
}

/**
 * A key of what is edited, by its path.
 *
 * @param kept the path of an object that stays when its last key is removed
 */
export function useKey(path: string, kept: string | null = null): EditedKey {
  const { targets, schema, name: outer, place: around, heading, inherited, set, change } = useEdited();
  const id = useId();
  const turn = useRef(0);
  const { value, isMixed } = commonValue(targets, path);
  const ownRule = useMemo(() => toRule(schemaAt(schema, path)), [schema, path]);
  const rule = inherited === null ? ownRule : { ...ownRule, default: inheritedValue(inherited, path) };
  const setEach = (make: (current: unknown) => unknown, isTyping = false) =>
    change(
      (target) => set(target, path, make(valueAt(target, path)), kept),
      isTyping ? `${id} ${turn.current}` : undefined,
    );
  return {
    value,
    isMixed,
    values: targets.map((target) => valueAt(target, path)),
    rule,
    name: outer === null ? propertyWords.key(path) : propertyWords.keyIn(outer, path),
    label: propertyWords.keyBelow(heading, path),
    place: joinPaths(around, path),
    set: (next, isTyping) => setEach(() => next, isTyping),
    setEach,
    finish: () => {
      turn.current += 1;
    },
  };
}

function inheritedValue({ targets, schema }: NonNullable<Edited['inherited']>, path: string): unknown {
  const { value, isMixed } = commonValue(targets, path);
  return isMixed ? undefined : (value ?? toRule(schemaAt(schema, path)).default);
}

/** The way to a key in what is edited. */
export function joinPaths(outer: string | undefined, path: string): string {
  return outer === undefined ? path : `${outer}.${path}`;
}

interface ScopeProps {
  /** Where the inner object is, in each of those that are edited. */
  readonly path: string;
  readonly name: string;
  /** Whether keys that are not set have the values of what is around. */
  readonly inherits?: boolean;
  readonly children: ReactNode;
}

/** Controls in it edit an object within what is edited: a gradient, a run. All of them must have it. */
export function Scope({ path, name, inherits = false, children }: ScopeProps): ReactNode {
  const outer = useEdited();
  const edited: Edited = {
    targets: outer.targets.map((target) => valueAt(target, path) as object),
    schema: scopeSchema(outer, path),
    unit: outer.unit,
    name,
    place: joinPaths(outer.place, path),
    inherited: inherits ? outer : null,
    set: setValue,
    change: (recipe, joins) =>
      outer.change((target) => {
        const inner = valueAt(target, path);
        if (typeof inner === 'object' && inner !== null) recipe(inner);
      }, joins),
  };
  return <EditedContext value={edited}>{children}</EditedContext>;
}

/** The schemas of an object; of a gradient, those of its type. */
function scopeSchema({ schema, targets }: Edited, path: string): readonly SchemaNode[] {
  const type = (valueAt(targets[0] ?? {}, path) as { readonly type?: string } | undefined)?.type;
  const shapes = schemaAt(schema, path).flatMap((node) => alternatives(node));
  const ofType = shapes.filter(({ properties }) => properties?.type?.const === type);
  return type === undefined || ofType.length === 0 ? shapes : ofType;
}
