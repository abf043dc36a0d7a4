import { useRovingIndex } from '@mantine/hooks';
import { Fragment, type ReactNode } from 'react';
import {
  IconBallpen,
  IconBarcode,
  IconBooks,
  IconChartBar,
  IconCircle,
  IconFolderMinus,
  IconFolderPlus,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconLetterT,
  IconLine,
  IconPhoto,
  IconQrcode,
  IconResize,
  IconSquare,
  IconStackPop,
  IconStackPush,
  IconTable,
  IconVectorBezier,
} from '../../generated/icons.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { CommandId, CommandTools } from '../commands/command.ts';
import classes from './bars.module.css';
import { CommandButton } from './command-button.tsx';
import { ShapeMenu } from './shape-menu.tsx';

const groups: readonly (readonly (readonly [CommandId, typeof IconSquare])[])[] = [
  [
    ['addText', IconLetterT],
    ['addImage', IconPhoto],
    ['addRectangle', IconSquare],
    ['addEllipse', IconCircle],
    ['addLine', IconLine],
    ['addPath', IconVectorBezier],
    ['penTool', IconBallpen],
    ['addQrCode', IconQrcode],
    ['addBarcode', IconBarcode],
    ['addChart', IconChartBar],
    ['addTable', IconTable],
    ['openLibrary', IconBooks],
  ],
  [
    ['scaleTool', IconResize],
    ['group', IconFolderPlus],
    ['ungroup', IconFolderMinus],
    ['front', IconStackPop],
    ['back', IconStackPush],
  ],
  [
    ['alignLeft', IconLayoutAlignLeft],
    ['alignCentre', IconLayoutAlignCenter],
    ['alignRight', IconLayoutAlignRight],
    ['alignTop', IconLayoutAlignTop],
    ['alignMiddle', IconLayoutAlignMiddle],
    ['alignBottom', IconLayoutAlignBottom],
    ['distributeX', IconLayoutDistributeVertical],
    ['distributeY', IconLayoutDistributeHorizontal],
  ],
];

const ids = groups.flat().map(([id]) => id);
/** The shapes stand at the end of the first group. */
const shapesIndex = groups[0]?.length ?? 0;

function indexOf(id: CommandId): number {
  const index = ids.indexOf(id);
  return index < shapesIndex ? index : index + 1;
}

/** Buttons that add elements, and arrange what is selected. One stop of Tab; arrow keys go on from there. */
export function ToolBar({ tools }: { readonly tools: CommandTools }): ReactNode {
  const { getItemProps } = useRovingIndex({ total: ids.length + 1 });
  return (
    <div className={classes.tools} data-panel role="toolbar" aria-label={words.toolbar}>
      {groups.map((buttons, index) => (
        <Fragment key={buttons[0]?.[0]}>
          {index === 0 ? null : <span className={classes.gap} />}
          {buttons.map(([id, Icon]) => (
            <CommandButton
              key={id}
              id={id}
              icon={<Icon size={18} aria-hidden />}
              tools={tools}
              roving={(onClick) => getItemProps({ index: indexOf(id), onClick })}
            />
          ))}
          {index === 0 ? <ShapeMenu tools={tools} roving={getItemProps({ index: shapesIndex })} /> : null}
        </Fragment>
      ))}
    </div>
  );
}
