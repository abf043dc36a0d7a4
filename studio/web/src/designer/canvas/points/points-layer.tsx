import { applyToPoint, compose, scale, translate } from 'transformation-matrix';
import type { ReactNode } from 'react';
import { toPage, type Point } from '../../model/placement.ts';
import { insertNode, nodeAt, writeNodes, type PathNode, type SubPath } from '../../model/path-nodes.ts';
import { findEditedOutline } from '../../state/points.ts';
import { useDesigner } from '../../state/use-designer.ts';
import type { OnScreen } from '../../view/screen.ts';
import classes from './points.module.css';

type ToScreen = (point: Point) => Point;

/** The points of the outline that is edited, with the handles of the chosen one. */
export function PointsLayer({ screen }: OnScreen): ReactNode {
  const design = useDesigner((state) => state.design);
  const points = useDesigner((state) => state.points);
  const outline = findEditedOutline({ design, points });
  if (outline === null || points === null) return null;
  const { placed, area, paths } = outline;
  const { width, height } = placed.element;
  const matrix = compose(
    screen,
    toPage(placed),
    scale(width / area.width, height / area.height),
    translate(-area.x, -area.y),
  );
  const to: ToScreen = (point) => applyToPoint(matrix, point);
  const { a, b, c, d, e, f } = matrix;
  const chosen = points.at === null ? undefined : nodeAt(paths, points.at);
  return (
    <>
      <path
        d={writeNodes(paths)}
        transform={`matrix(${[a, b, c, d, e, f].join(' ')})`}
        className={classes.outline}
      />
      {paths.flatMap((path, index) =>
        listMiddles(path).map((middle, node) => (
          <Dot
            key={`add ${index} ${node}`}
            at={to(middle)}
            part={`add ${index} ${node}`}
            className={classes.add}
            r={3.5}
          />
        )),
      )}
      {chosen === undefined || points.at === null
        ? null
        : (['in', 'out'] as const).map((side) => {
            const control = chosen[side];
            if (control === undefined) return null;
            const [from, at] = [to(chosen), to(control)];
            return (
              <g key={side}>
                <line x1={from.x} y1={from.y} x2={at.x} y2={at.y} className={classes.arm} />
                <Dot
                  at={at}
                  part={`${side} ${points.at!.path} ${points.at!.node}`}
                  className={classes.control}
                  r={4.5}
                />
              </g>
            );
          })}
      {paths.flatMap(({ nodes }, path) =>
        nodes.map((each, node) => (
          <Dot
            key={`${path} ${node}`}
            at={to(each)}
            part={`point ${path} ${node}`}
            className={classes.point}
            r={5.5}
            isChosen={path === points.at?.path && node === points.at.node}
          />
        )),
      )}
    </>
  );
}

interface DotProps {
  readonly at: Point;
  readonly part: string;
  readonly className: string | undefined;
  readonly r: number;
  readonly isChosen?: boolean;
}

function Dot({ at, part, className, r, isChosen = false }: DotProps): ReactNode {
  return (
    <circle
      cx={at.x}
      cy={at.y}
      r={r}
      className={className}
      data-point={part}
      data-chosen={isChosen || undefined}
    />
  );
}

/** The middles of all lines and curves, where a point can be added. */
function listMiddles(path: SubPath): readonly PathNode[] {
  const count = path.isClosed ? path.nodes.length : path.nodes.length - 1;
  return Array.from(
    { length: count },
    (_line, node) => insertNode([path], { path: 0, node })[0]!.nodes[node + 1]!,
  );
}

/** What the pen has drawn until now. */
export function PenLayer({ screen }: OnScreen): ReactNode {
  const pen = useDesigner((state) => state.pen);
  if (pen === null || pen.length === 0) return null;
  const { a, b, c, d, e, f } = screen;
  return (
    <>
      <path
        d={writeNodes([{ nodes: pen, isClosed: false }])}
        transform={`matrix(${[a, b, c, d, e, f].join(' ')})`}
        className={classes.outline}
      />
      {pen.map((node, index) => {
        const at = applyToPoint(screen, node);
        return <circle key={index} cx={at.x} cy={at.y} r={5.5} className={classes.drawn} data-pen={index} />;
      })}
    </>
  );
}
