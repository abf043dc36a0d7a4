import { useState } from 'react';
import { gallery } from '../../generated/gallery.ts';
import { useAddressParams } from '../../parts/address.ts';
import { formatPageSize } from '../../parts/template/page-size.ts';
import { galleryWords as words } from '../../words/new-template.ts';

/** A template that Studio offers. */
export type GalleryEntry = (typeof gallery)[number];

export type GalleryKind = keyof typeof words.kinds;
export type GallerySize = keyof typeof words.sizes;
export type GalleryColor = keyof typeof words.colors;

/** What templates are searched by; null: by everything. */
export interface GalleryView {
  readonly search: string;
  readonly kind: GalleryKind | null;
  readonly size: GallerySize | null;
  readonly color: GalleryColor | null;
}

/** Nothing is searched for. */
export const wholeGallery: GalleryView = { search: '', kind: null, size: null, color: null };

/**
 * What is searched for, and a way to change it. The address follows: it is read once, since it changes later
 * than a radio button may.
 */
export function useGalleryView(): readonly [GalleryView, (change: Partial<GalleryView>) => void] {
  const [params, changeParams] = useAddressParams();
  const [view, setView] = useState<GalleryView>(() => ({
    search: params.get('search') ?? '',
    kind: readKey(params.get('kind'), words.kinds),
    size: readKey(params.get('size'), words.sizes),
    color: readKey(params.get('color'), words.colors),
  }));
  const change = (changes: Partial<GalleryView>) => {
    setView((current) => ({ ...current, ...changes }));
    changeParams(
      (after) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') after.delete(name);
          else after.set(name, value);
        }
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [view, change];
}

/** The templates that fit: each word of the search is in the name, the description, the kind or the size. */
export function findTemplates({ search, kind, size, color }: GalleryView): readonly GalleryEntry[] {
  const parts = search.toLocaleLowerCase().split(/\s+/);
  return gallery.filter((entry) => {
    if (kind !== null && entry.kind !== kind) return false;
    if (size !== null && entry.size !== size) return false;
    if (color !== null && !(entry.colors as readonly string[]).includes(color)) return false;
    const text = textOf(entry);
    return parts.every((part) => text.includes(part));
  });
}

/** The size of a template's page, as people read it. */
export function describeSize({ page, size }: GalleryEntry): string {
  const { width, height, unit } = page;
  if (height === null) return `${width} ${unit}, ${words.sizes.grows.toLocaleLowerCase()}`;
  const sides = formatPageSize({ width, height, unit });
  return size === 'a4' || size === 'a5' || size === 'a6' ? `${words.sizes[size]}, ${sides}` : sides;
}

function textOf(entry: GalleryEntry): string {
  const { name, description, kind, size, sample } = entry;
  const texts = [name, description, words.kinds[kind], words.sizes[size], describeSize(entry), sample];
  return texts.join('\n').toLocaleLowerCase();
}

function readKey<Names extends object>(value: string | null, names: Names): keyof Names | null {
  return value !== null && Object.hasOwn(names, value) ? (value as keyof Names) : null;
}
