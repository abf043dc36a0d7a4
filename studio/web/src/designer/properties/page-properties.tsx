import { Switch, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { changeDocument } from '../model/changes/content.ts';
import { setFlow } from '../model/changes/flow.ts';
import { changeGroup } from '../model/changes/page-groups.ts';
import { changePage, hasOwn, setOwn } from '../model/changes/pages.ts';
import { setRunning, type RunningNames } from '../model/changes/running.ts';
import type { EditOptions } from '../model/design.ts';
import { groupOf } from '../model/page-groups.ts';
import { pageInWork } from '../model/pages.ts';
import { findRunning, runningKeys } from '../model/running.ts';
import type { TemplateDocument } from '../model/template.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { EditedContext, type Edited } from '../fields/edited.tsx';
import { templateSchema, type SchemaNode } from '../fields/values/schema.ts';
import { setValue } from '../fields/values/values.ts';
import classes from '../fields/fields.module.css';
import { ScaleField } from './scale-field.tsx';
import { Section } from './section.tsx';
import { documentSections, pageGroupSections, pageSections } from './sections/page.ts';
import { LostBleed, PrintQuestion } from './print-question.tsx';
import { PreflightSection } from './preflight-section.tsx';
import { UsesSection } from './uses-section.tsx';

const documentSchemas: readonly SchemaNode[] = [templateSchema];
const pageSchemas: readonly SchemaNode[] = [templateSchema.$defs['Page']!];
const groupSchemas: readonly SchemaNode[] = [templateSchema.$defs['PageGroup']!];

/** What the page in work and the document have beside elements. */
export function PageProperties({ document }: { readonly document: TemplateDocument }): ReactNode {
  const store = useDesignerStore();
  const edited = editedIn(document, [document], documentSchemas, (recipe, options) =>
    store.getState().change((design) => changeDocument(design, recipe, options)),
  );
  return (
    <>
      <Title order={2} size="sm" className={classes.title}>
        {propertyWords.page}
      </Title>
      <ScaleField />
      {document.pages === undefined ? null : <PageInWork document={document} />}
      {document.pages === undefined ? null : <GroupInWork document={document} />}
      <EditedContext value={edited}>
        {documentSections.map((section) => (
          <Fragment key={section.name}>
            <Section section={section} />
            {section.name === 'page' ? <PrintQuestion document={document} /> : null}
            {section.name === 'background' ? <UsesSection /> : null}
            {section.name === 'output' ? <LostBleed document={document} /> : null}
            {section.name === 'output' && document.viewportOutputIntent === 'print' ? (
              <PreflightSection />
            ) : null}
          </Fragment>
        ))}
      </EditedContext>
    </>
  );
}

/** What the controls of the document, or of a page, edit. */
function editedIn(
  { viewportUnit = 'px' }: TemplateDocument,
  targets: readonly object[],
  schema: readonly SchemaNode[],
  change: (recipe: (target: object) => void, options: EditOptions) => void,
): Edited {
  return {
    targets,
    schema,
    unit: viewportUnit,
    name: null,
    inherited: null,
    set: setValue,
    change: (recipe, joins) => change(recipe, joins === undefined ? {} : { joins }),
  };
}

const runningNames: RunningNames = { ...propertyWords.running, text: propertyWords.pageNumber };

/** What the page in work has of its own. */
function PageInWork({ document }: { readonly document: TemplateDocument }): ReactNode {
  const store = useDesignerStore();
  const index = pageInWork(document);
  const page = document.pages![index]!;
  const edited: Edited = {
    ...editedIn(document, [page], pageSchemas, (recipe, options) =>
      store.getState().change((design) => changePage(design, index, recipe, options)),
    ),
    // A page without a name is shown by its id.
    inherited: { targets: [{ name: page.id }], schema: pageSchemas },
  };
  const own = (key: 'viewport' | 'background', label: string) => (
    <Switch
      size="xs"
      label={label}
      checked={hasOwn(document, key)}
      onChange={({ currentTarget: { checked } }) =>
        store.getState().change((design) => setOwn(design, key, checked))
      }
    />
  );
  return (
    <EditedContext value={edited} key={index}>
      {pageSections.map((section) => (
        <Fragment key={section.name}>
          <Section section={section} />
          {section.name === 'thisPage' ? (
            <div className={`${classes.section} ${classes.switches}`}>
              <Switch
                size="xs"
                label={propertyWords.flow}
                checked={page.flow === true}
                onChange={({ currentTarget: { checked } }) =>
                  store.getState().change((design) => setFlow(design, checked))
                }
              />
              <div className={classes.grid}>
                {runningKeys.map((key) => (
                  <Switch
                    key={key}
                    size="xs"
                    label={propertyWords.running[key]}
                    checked={findRunning(document, key) !== null}
                    onChange={({ currentTarget: { checked } }) =>
                      store.getState().change((design) => setRunning(design, key, checked, runningNames))
                    }
                  />
                ))}
              </div>
              {own('viewport', propertyWords.ownSize)}
              {own('background', propertyWords.ownBackground)}
              <Text size="xs" c="dimmed">
                {propertyWords.ownHint}
              </Text>
            </div>
          ) : null}
        </Fragment>
      ))}
    </EditedContext>
  );
}

/** What the group of the page in work has; nothing where it is in none. */
function GroupInWork({ document }: { readonly document: TemplateDocument }): ReactNode {
  const store = useDesignerStore();
  const group = groupOf(document, document.pages?.[pageInWork(document)]);
  if (group === null) return null;
  const edited: Edited = {
    ...editedIn(document, [group], groupSchemas, (recipe, options) =>
      store.getState().change((design) => changeGroup(design, group.id, recipe, options)),
    ),
    // A group without a name is shown by its id.
    inherited: { targets: [{ name: group.id }], schema: groupSchemas },
  };
  return (
    <EditedContext value={edited} key={group.id}>
      {pageGroupSections.map((section) => (
        <Section key={section.name} section={section} />
      ))}
    </EditedContext>
  );
}
