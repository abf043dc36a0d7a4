import { useQuery } from '@tanstack/react-query';
import { applyToPoint, compose } from 'transformation-matrix';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { readFile } from '../../clipboard/put-file.ts';
import { toPage, type Handle } from '../../model/placement.ts';
import { findCropped } from '../../state/cropped.ts';
import { useDesigner } from '../../state/use-designer.ts';
import type { OnScreen } from '../../view/screen.ts';
import canvas from '../canvas.module.css';
import classes from './crop.module.css';

const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((y) =>
  ([-1, 0, 1] as const).flatMap((x) => (x === 0 && y === 0 ? [] : [{ x, y }])),
);

const cursors = { '0': 'ew-resize', '1': 'nwse-resize', '-1': 'nesw-resize' } as const;

/** The frame of a picture that is cropped, and faintly what it hides of it. */
export function CropLayer({ screen }: OnScreen): ReactNode {
  const clip = useId();
  const templateId = useDesigner((state) => state.templateId);
  const design = useDesigner((state) => state.design);
  const rendered = useDesigner((state) => state.rendered);
  const cropping = useDesigner((state) => state.cropping);
  const cropped = findCropped({ design, rendered, cropping });
  const url = useFile(templateId, cropped?.source ?? null);
  if (cropped === null) return null;
  const { placed, element, whole } = cropped;
  const matrix = compose(screen, toPage(placed));
  const { a, b, c, d, e, f } = matrix;
  const { width, height } = element;
  const box = (x: number, y: number, wide: number, high: number) => `M${x} ${y}h${wide}v${high}h${-wide}Z`;
  const thirds = [1 / 3, 2 / 3].flatMap((share) => [
    `M${width * share} 0V${height}`,
    `M0 ${height * share}H${width}`,
  ]);
  return (
    <>
      <g transform={`matrix(${[a, b, c, d, e, f].join(' ')})`} className={classes.picture}>
        <clipPath id={clip}>
          <path
            clipRule="evenodd"
            d={box(whole.x, whole.y, whole.width, whole.height) + box(0, 0, width, height)}
          />
        </clipPath>
        {url === null ? null : (
          <image href={url} {...whole} preserveAspectRatio="none" opacity={0.4} clipPath={`url(#${clip})`} />
        )}
        <rect {...whole} className={classes.whole} data-crop-whole />
        <path d={thirds.join('')} className={classes.thirds} />
        <rect width={width} height={height} className={classes.frame} data-crop-frame />
      </g>
      {handles.map(({ x, y }) => {
        const at = applyToPoint(matrix, { x: ((x + 1) / 2) * width, y: ((y + 1) / 2) * height });
        return (
          <circle
            key={`${x} ${y}`}
            cx={at.x}
            cy={at.y}
            r={6}
            className={`${canvas.knob} ${classes.handle}`}
            style={{ cursor: x === 0 ? 'ns-resize' : cursors[String(x * y) as keyof typeof cursors] }}
            data-crop={`${x} ${y}`}
          />
        );
      })}
    </>
  );
}

/** The address of a file of the template in this browser; null: it is none, or not there yet. */
function useFile(templateId: string, path: string | null): string | null {
  const isFile = path !== null && !/^(?:https?|data):/u.test(path);
  const { data } = useQuery({
    queryKey: ['file of picture', templateId, path],
    queryFn: () => readFile(templateId, path ?? ''),
    enabled: isFile,
    retry: false,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [data]);
  return url;
}
