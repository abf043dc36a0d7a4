import type { ReactNode } from 'react';
import { IconLetterT, IconPhoto, IconTemplate } from '../../generated/icons.ts';
import { FontSample } from '../font-sample.tsx';
import { libraryFileAddress, type LibraryItem } from './library.ts';
import classes from './library.module.css';

/** What an item looks like: the color itself, the picture, letters of the font. */
export function ItemPicture({ item }: { readonly item: LibraryItem }): ReactNode {
  const { id, kind, color, files } = item;
  const [file] = files;
  if (kind === 'COLOR') return <span className={classes.color} style={{ background: color }} aria-hidden />;
  if ((kind === 'LOGO' || kind === 'PICTURE') && file !== undefined && isShown.test(file.mediaType)) {
    return <img src={libraryFileAddress(id, file.path)} alt="" loading="lazy" className={classes.image} />;
  }
  if (kind === 'FONT' && file !== undefined)
    return <FontSample address={libraryFileAddress(id, file.path)} id={file.id} size={30} />;
  const Icon = kind === 'BLOCK' ? IconTemplate : kind === 'TEXT_STYLE' ? IconLetterT : IconPhoto;
  return <Icon size={28} stroke={1.3} aria-hidden />;
}

/** SVG has an icon: it is not shown as what a person uploaded. */
const isShown = /^image\/(?:png|jpeg|webp|gif|avif)$/u;
