import { useEffect, useMemo, useRef, useState } from 'react';
import { loadFace, type FaceName } from '../../fonts/load-face.ts';
import { movePlace } from '../../model/merge/merge-text.ts';
import { joinLines, straighten, type BentLine } from './bent-line.ts';
import { TextPlaces, type MeasureText, type ReportedText } from './text-places.ts';

export interface CaretPlaces {
  readonly places: TextPlaces;
  /** The line that the text stands on; null: its lines are straight. */
  readonly line: BentLine | null;
  /** False while the picture is behind what is typed. */
  readonly isCurrent: boolean;
  /** A place of the text as it is now, in the text that the places are of. */
  readonly toRendered: (place: number) => number;
}

type Faces = ReadonlyMap<string, string>;

const keyOf = ({ family, weight, style }: { family: string; weight: number; style: string }) =>
  `${family} ${weight} ${style}`;

/** Where the letters of a text are, as the service has drawn them last; null: it has not yet. */
export function useTextPlaces(
  templateId: string,
  text: string,
  rendered: ReportedText | undefined,
  line: BentLine | null,
): CaretPlaces | null {
  const faces = useFaces(templateId, rendered);
  const last = useRef<{ readonly text: string; readonly places: TextPlaces } | null>(null);
  const places = useMemo(() => {
    const measure = measureWith(faces);
    return line === null || rendered === undefined
      ? TextPlaces.read(text, rendered, measure)
      : TextPlaces.read(joinLines(text), straighten(rendered), measure);
  }, [text, rendered, faces, line]);
  if (places !== null) last.current = { text, places };
  const known = last.current;
  if (known === null) return null;
  const isCurrent = known.text === text;
  const toRendered = (place: number) => movePlace(place, text, known.text);
  return { places: known.places, line, isCurrent, toRendered };
}

/** The browser's names of the faces of a text, those that are loaded. */
function useFaces(templateId: string, rendered: ReportedText | undefined): Faces {
  const [faces, setFaces] = useState<Faces>(new Map());
  const fonts = (rendered?.lines ?? []).flatMap(({ runs }) => runs.map(({ font }) => font));
  const names = [...new Map(fonts.map((font) => [keyOf(font), font])).values()];
  const wanted = names.map(keyOf).join('\n');
  useEffect(() => {
    let isCurrent = true;
    for (const font of names) {
      loadFace(templateId, font as FaceName).then(
        (name) => (isCurrent ? setFaces((before) => new Map(before).set(keyOf(font), name)) : undefined),
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
    // By their names.
  }, [templateId, wanted]);
  return faces;
}

function measureWith(faces: Faces): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  return (text, { font, fontSize }) => {
    if (context === null) return text.length;
    context.font = `${fontSize}px ${faces.get(keyOf(font)) ?? 'sans-serif'}`;
    return context.measureText(text).width;
  };
}
