import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  IconCrop,
  IconFolderMinus,
  IconMask,
  IconPhotoEdit,
  IconVectorBezier2,
  IconWallpaper,
} from '../../../generated/icons.ts';
import { designerWords } from '../../../words/designer/designer.ts';
import { barWords as words } from '../../../words/designer/selection-bar.ts';
import type { CommandId, CommandTools } from '../../commands/command.ts';
import { findCommand } from '../../commands/commands.ts';
import { ColorField } from '../../fields/color-field.tsx';
import { length } from '../../fields/controls.ts';
import { FontField } from '../../fields/font-field.tsx';
import { NumberField } from '../../fields/number-field.tsx';
import { findFrameName, frameNames, maskOfFrame, outlineOfFrame } from '../../model/frames.ts';
import type { TemplateElement } from '../../model/template.ts';
import { useDesigner, useDesignerStore } from '../../state/use-designer.ts';
import { BarButton } from './bar-button.tsx';
import { ChoiceMenu } from './choice-menu.tsx';
import classes from './selection-bar.module.css';

type Type = Exclude<TemplateElement['type'], 'text'>;

/** What is changed most of elements of a type; of a text, `TextControls` has it. */
export function ElementControls({
  type,
  tools,
}: {
  readonly type: Type;
  readonly tools: CommandTools;
}): ReactNode {
  switch (type) {
    case 'rect':
    case 'ellipse':
    case 'path':
      return (
        <>
          <Color name={words.fill} path="fill" />
          <Color name={words.stroke} path="stroke.color" />
          <Width path="stroke.width" />
          <CommandIcon id="editPoints" tools={tools} icon={<IconVectorBezier2 size={16} aria-hidden />} />
          <CommandIcon id="setBackground" tools={tools} icon={<IconWallpaper size={16} aria-hidden />} />
        </>
      );
    case 'line':
      return (
        <>
          <Color name={words.stroke} path="stroke.color" />
          <Width path="stroke.width" />
        </>
      );
    case 'image':
      return (
        <>
          <CommandIcon id="cropPicture" tools={tools} icon={<IconCrop size={16} aria-hidden />} />
          <CommandIcon id="replacePicture" tools={tools} icon={<IconPhotoEdit size={16} aria-hidden />} />
          <FrameMenu />
          <CommandIcon id="editFrame" tools={tools} icon={<IconVectorBezier2 size={16} aria-hidden />} />
          <CommandIcon id="setBackground" tools={tools} icon={<IconWallpaper size={16} aria-hidden />} />
          <CommandIcon id="releaseBackground" tools={tools} icon={<IconWallpaper size={16} aria-hidden />} />
        </>
      );
    case 'qrcode':
    case 'barcode':
      return (
        <>
          <Color name={words.bars} path="color" />
          <Color name={words.ground} path="background" />
        </>
      );
    case 'table':
      return (
        <>
          <div className={classes.family}>
            <FontField control={{ path: 'body.fontFamily', kind: 'font' }} hasLabel={false} />
          </div>
          <Width path="body.fontSize" presetPx={16} />
          <Color name={words.letters} path="body.color" />
          <Color name={words.header} path="header.fill" />
        </>
      );
    case 'chart':
      return (
        <>
          <div className={classes.family}>
            <FontField control={{ path: 'fontFamily', kind: 'font' }} hasLabel={false} />
          </div>
          <Color name={words.letters} path="color" />
        </>
      );
    case 'group':
      return (
        <>
          <CommandIcon id="ungroup" tools={tools} icon={<IconFolderMinus size={16} aria-hidden />} />
          <Color name={words.ground} path="background.fill" />
        </>
      );
  }
}

function Color({ name, path }: { readonly name: string; readonly path: string }): ReactNode {
  return (
    <div className={classes.named}>
      <Text span size="xs" c="dimmed" aria-hidden>
        {name}
      </Text>
      <div className={classes.color}>
        <ColorField control={{ path }} hasLabel={false} />
      </div>
    </div>
  );
}

function Width({ path, presetPx = 1 }: { readonly path: string; readonly presetPx?: number }): ReactNode {
  return (
    <div className={classes.size}>
      <NumberField control={length(path, { presetPx })} hasLabel={false} />
    </div>
  );
}

interface CommandIconProps {
  readonly id: CommandId;
  readonly icon: ReactNode;
  readonly tools: CommandTools;
}

/** The button of a command, where it can run. */
function CommandIcon({ id, icon, tools }: CommandIconProps): ReactNode {
  const store = useDesignerStore();
  const { name, run, canRun } = findCommand(id);
  const isShown = useDesigner(canRun);
  return isShown ? <BarButton name={name} icon={icon} onClick={() => run(store, tools)} /> : null;
}

/** The frame through which a picture is seen. */
function FrameMenu(): ReactNode {
  return (
    <ChoiceMenu
      name={words.frame}
      icon={<IconMask size={16} aria-hidden />}
      path="mask"
      none={words.noFrame}
      findChosen={findFrameName}
      choices={frameNames.map((name) => ({
        id: name,
        name: name === 'circle' ? words.circle : designerWords.shapes[name],
        icon: (
          <svg viewBox="0 0 100 100" className={classes.frame} aria-hidden>
            <path d={outlineOfFrame(name)} />
          </svg>
        ),
        value: maskOfFrame(name),
      }))}
    />
  );
}
