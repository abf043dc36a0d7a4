import type { ReactNode } from 'react';
import icon from '../theme/icon.svg';
import { partWords } from '../words/parts.ts';
import classes from './shell.module.css';

/** The icon and the name. */
export function Logo(): ReactNode {
  return (
    <span className={classes.logo}>
      <img src={icon} width={24} height={24} alt="" />
      {partWords.appName}
    </span>
  );
}
