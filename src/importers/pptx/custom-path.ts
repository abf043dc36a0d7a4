import { emuPerPx } from './context.ts';
import { readGuides } from './guides.ts';
import { tidy } from './path-data.ts';
import { findNode, listNodes, readNumber, type XmlNode } from './xml.ts';

/** A path that a shape brings, whose points may be worked out by formulas. */
export function drawCustom(
  custom: XmlNode,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly d: string; readonly isOpen: boolean } {
  const emu = { width: width * emuPerPx, height: height * emuPerPx };
  const guides = readGuides(custom, emu);
  let isOpen = false;
  const d = listNodes(findNode(custom, 'pathLst'), 'path').map((path) => {
    const [w, h] = [readNumber(path, 'w') ?? emu.width, readNumber(path, 'h') ?? emu.height];
    const [scaleX, scaleY] = [w > 0 ? width / w : 0, h > 0 ? height / h : 0];
    if (path.attributes['fill'] === 'none') isOpen = true;
    return drawPath(path, { guides, scaleX, scaleY });
  });
  return { d: d.join(''), isOpen };
}

interface Pen {
  readonly guides: (name: string | undefined) => number;
  readonly scaleX: number;
  readonly scaleY: number;
}

function drawPath(path: XmlNode, { guides, scaleX, scaleY }: Pen): string {
  let [x, y] = [0, 0];
  const points = (node: XmlNode): string => {
    const places = listNodes(node, 'pt').map(({ attributes }) => [
      guides(attributes['x']),
      guides(attributes['y']),
    ]);
    [x = 0, y = 0] = places.at(-1) ?? [x, y];
    return places.map(([px = 0, py = 0]) => `${tidy(px * scaleX)} ${tidy(py * scaleY)}`).join(' ');
  };
  return path.children
    .map((node) => {
      switch (node.name) {
        case 'moveTo':
          return `M${points(node)}`;
        case 'lnTo':
          return `L${points(node)}`;
        case 'cubicBezTo':
          return `C${points(node)}`;
        case 'quadBezTo':
          return `Q${points(node)}`;
        case 'arcTo': {
          const [rx = 0, ry = 0, start = 0, sweep = 0] = ['wR', 'hR', 'stAng', 'swAng'].map((name) =>
            guides(node.attributes[name]),
          );
          const [from, turn] = [start, sweep].map((angle) => (angle / 60_000 / 180) * Math.PI);
          const center = { x: x - rx * Math.cos(from ?? 0), y: y - ry * Math.sin(from ?? 0) };
          // A whole turn needs two arcs.
          return [0.5, 1]
            .map((share) => {
              const angle = (from ?? 0) + (turn ?? 0) * share;
              x = center.x + rx * Math.cos(angle);
              y = center.y + ry * Math.sin(angle);
              const flag = sweep > 0 ? 1 : 0;
              const [across, down] = [rx * scaleX, ry * scaleY].map(tidy);
              return `A${across} ${down} 0 0 ${flag} ${tidy(x * scaleX)} ${tidy(y * scaleY)}`;
            })
            .join('');
        }
        default:
          return node.name === 'close' ? 'Z' : '';
      }
    })
    .join('');
}
