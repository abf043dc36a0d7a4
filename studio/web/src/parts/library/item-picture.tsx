import { useEffect, useState, type ReactNode } from 'react';
import { IconLetterT, IconPhoto, IconTemplate, IconTypography } from '../../generated/icons.ts';
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
  if (kind === 'FONT' && file !== undefined) return <FontSample item={item} />;
  const Icon = kind === 'BLOCK' ? IconTemplate : kind === 'TEXT_STYLE' ? IconLetterT : IconPhoto;
  return <Icon size={28} stroke={1.3} aria-hidden />;
}

/** SVG has an icon: it is not shown as what a person uploaded. */
const isShown = /^image\/(?:png|jpeg|webp|gif|avif)$/u;

/** Letters in the font of an item. */
function FontSample({ item }: { readonly item: LibraryItem }): ReactNode {
  const [family, setFamily] = useState<string | null>(null);
  const [file] = item.files;
  const address = file === undefined ? '' : libraryFileAddress(item.id, file.path);
  useEffect(() => {
    const name = `library-${item.id}-${item.revision}`;
    let isGone = false;
    const face = new FontFace(name, `url("${address}")`);
    face.load().then(
      (loaded) => {
        document.fonts.add(loaded);
        if (!isGone) setFamily(name);
      },
      // A browser that cannot read it shows the icon.
      () => undefined,
    );
    return () => void (isGone = true);
  }, [item.id, item.revision, address]);
  if (family === null) return <IconTypography size={28} stroke={1.3} aria-hidden />;
  return (
    <span className={classes.sample} style={{ fontFamily: family }} aria-hidden>
      Aag
    </span>
  );
}
