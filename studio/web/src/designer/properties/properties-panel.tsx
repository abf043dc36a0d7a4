import { Title } from '@mantine/core';
import { Fragment, memo, useMemo, useState, type ReactNode } from 'react';
import type { TemplateElement } from '../model/template.ts';
import { WarningList } from '../../parts/previews/warning-list.tsx';
import { designerWords } from '../../words/designer/designer.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { changeElements, renameElement } from '../model/changes/content.ts';
import type { Design } from '../model/design.ts';
import { findElements } from '../model/elements.ts';
import { findPlacedChildren } from '../model/layout-target.ts';
import type { Rendered } from '../state/designer.ts';
import { useDesigner, useDesignerStore, useDesignOfPanels } from '../state/use-designer.ts';
import { commonSections } from './sections/sections.ts';
import { EditedContext, type Edited } from '../fields/edited.tsx';
import { CheckedText } from '../fields/text-field.tsx';
import { elementSchemas } from '../fields/values/schema.ts';
import { setElementValue } from '../fields/values/values.ts';
import { PageProperties } from './page-properties.tsx';
import classes from '../fields/fields.module.css';
import { GapField } from './gap-field.tsx';
import { PartSection } from './part-section.tsx';
import { ScaleField } from './scale-field.tsx';
import { Section } from './section.tsx';
import { UsesSection } from './uses-section.tsx';

/** Everything that can be set: of what is selected, or of the page. */
export function PropertiesPanel(): ReactNode {
  const { document, selection } = useDesignOfPanels();
  return <Panel document={document} selection={selection} />;
}

const Panel = memo(function Panel({
  document,
  selection,
}: Pick<Design, 'document' | 'selection'>): ReactNode {
  const elements = findElements(document, selection).map(({ element }) => element);
  const ids = elements.map(({ id }) => id).join('\n');
  // Fields are new when other elements are selected, but not when the element gets another name.
  const [renamed, setRenamed] = useState({ ids: '', key: '' });
  const key = ids === renamed.ids ? renamed.key : ids;
  return (
    <section aria-label={propertyWords.title} className={classes.panel} data-panel>
      {elements.length === 0 ? (
        <PageProperties document={document} />
      ) : (
        <ElementProperties
          key={key}
          elements={elements}
          isPlaced={findPlacedChildren({ document, selection }) !== null}
          unit={document.viewportUnit ?? 'px'}
          onRenamed={(id) => setRenamed({ ids: id, key })}
        />
      )}
    </section>
  );
});

interface ElementPropertiesProps {
  readonly elements: readonly TemplateElement[];
  /** Whether a layout places all of them. */
  readonly isPlaced: boolean;
  readonly unit: Edited['unit'];
  readonly onRenamed: (id: string) => void;
}

function ElementProperties({ elements, isPlaced, unit, onRenamed }: ElementPropertiesProps): ReactNode {
  const store = useDesignerStore();
  const types = [...new Set(elements.map(({ type }) => type))];
  const [type] = types;
  const schema = useMemo(
    () => [...schemas].filter(([each]) => each === type).map(([, node]) => node),
    [type],
  );
  const ids = elements.map(({ id }) => id);
  const edited: Edited = {
    targets: elements,
    schema,
    unit,
    name: null,
    inherited: null,
    set: (target, path, value, kept) => setElementValue(target as TemplateElement, path, value, kept),
    change: (recipe, joins) =>
      store
        .getState()
        .change((design) => changeElements(design, ids, recipe, joins === undefined ? {} : { joins })),
  };
  const [only] = elements;
  // Only layouts repeat elements.
  const sections = commonSections(types).filter(
    ({ name }) => name !== 'repeat' || isPlaced || elements.some(({ repeat }) => repeat !== undefined),
  );
  const title =
    types.length === 1 ? designerWords.elementNames[only!.type] : propertyWords.elements(elements.length);
  return (
    <EditedContext value={edited}>
      <div className={classes.head}>
        <Title order={2} size="sm" className={classes.title}>
          {types.length === 1 && elements.length > 1
            ? `${title} · ${propertyWords.elements(elements.length)}`
            : title}
        </Title>
        {elements.length > 1 ? null : (
          <CheckedText
            name={propertyWords.name}
            value={only!.id}
            check={(text) => (text === '' ? propertyWords.required : null)}
            onApply={(name) => {
              store.getState().change((design) => renameElement(design, only!.id, name));
              onRenamed(store.getState().design.selection.join('\n'));
            }}
          />
        )}
      </div>
      <PartSection />
      <GapField />
      <ScaleField />
      {sections.map((section, index) => (
        <Fragment key={section.name}>
          <Section section={section} />
          {/* Below the numbers: a warning that comes and goes must not move them under the pointer. */}
          {index === 0 ? <Warnings ids={ids} /> : null}
        </Fragment>
      ))}
      {elements.length > 1 || types[0] === 'group' ? <UsesSection /> : null}
    </EditedContext>
  );
}

const schemas = elementSchemas();
const noWarnings: Rendered['warnings'] = [];

/** What the last render warned of. */
function Warnings({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const warnings = useDesigner(({ rendered }) => rendered?.warnings ?? noWarnings);
  const own = warnings.filter(({ elementId }) => ids.includes(elementId));
  return own.length === 0 ? null : <WarningList warnings={own} limit={5} />;
}
