import { Tabs, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconAdjustments, IconStack2, IconTable, IconVariable } from '../generated/icons.ts';
import { dataSetWords } from '../words/designer/data-sets.ts';
import { designerWords as words } from '../words/designer/designer.ts';
import { propertyWords } from '../words/designer/properties.ts';
import { variableWords } from '../words/designer/variables.ts';
import { tooltipEvents } from './bars/tooltip-events.ts';
import { DataSetsPanel } from './data-sets/data-sets-panel.tsx';
import { LayersSection } from './layers-section.tsx';
import { PropertiesPanel } from './properties/properties-panel.tsx';
import classes from './designer-page.module.css';
import { VariablesPanel } from './variables/variables-panel.tsx';

const tabs = [
  { id: 'properties', name: propertyWords.title, Icon: IconAdjustments, Panel: PropertiesPanel },
  { id: 'layers', name: words.layers, Icon: IconStack2, Panel: LayersSection },
  { id: 'variables', name: variableWords.region, Icon: IconVariable, Panel: VariablesPanel },
  { id: 'sets', name: dataSetWords.region, Icon: IconTable, Panel: () => <DataSetsPanel isAlone /> },
] as const;

/** The panels one at a time, where there is no room for all. The tab of the open one closes it. */
export function SideTabs(): ReactNode {
  const [open, setOpen] = useState<string | null>('properties');
  return (
    <Tabs
      orientation="vertical"
      placement="right"
      value={open}
      onChange={setOpen}
      allowTabDeactivation
      activateTabWithKeyboard={false}
      keepMounted={false}
      className={classes.tabs}
      classNames={{ panel: classes.tabPanel!, tab: classes.tab! }}
    >
      <Tabs.List aria-label={words.panels} className={classes.tabList} data-panel>
        {tabs.map(({ id, name, Icon }) => (
          <Tooltip key={id} label={name} position="left" events={tooltipEvents}>
            <Tabs.Tab value={id} aria-label={name}>
              <Icon size={18} aria-hidden />
            </Tabs.Tab>
          </Tooltip>
        ))}
      </Tabs.List>
      {tabs.map(({ id, Panel }) => (
        <Tabs.Panel key={id} value={id}>
          <Panel />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
