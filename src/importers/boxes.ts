/** Boxes of foreign designs, as the template has them: turned about their middle. */

/** A box in the unit of the design. */
export interface DesignBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise. */
  readonly rotation: number;
}

/** The place of a box that is turned about its top left corner, as one that is turned about its middle. */
export function aboutMiddle({ x, y, width, height, rotation }: DesignBox): DesignBox {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const middleX = x + (width * cos - height * sin) / 2;
  const middleY = y + (width * sin + height * cos) / 2;
  return toPlace({ x: middleX - width / 2, y: middleY - height / 2, width, height, rotation });
}

/** A box with numbers as a person writes them, within the limits of templates. */
export function toPlace({ x, y, width, height, rotation }: DesignBox): DesignBox {
  return {
    x: rounded(x),
    y: rounded(y),
    width: Math.max(0, rounded(width)),
    height: Math.max(0, rounded(height)),
    rotation: rounded(rotation % 360),
  };
}

/** The smallest box around boxes that are not turned, or turned about their middle. */
export function around(boxes: readonly Partial<DesignBox>[]): DesignBox {
  const edges = boxes.map(({ x = 0, y = 0, width = 0, height = 0, rotation = 0 }) => {
    const angle = (rotation * Math.PI) / 180;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    const [halfWidth, halfHeight] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2];
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    return [middleX - halfWidth, middleY - halfHeight, middleX + halfWidth, middleY + halfHeight] as const;
  });
  if (edges.length === 0) return { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
  const left = Math.min(...edges.map(([edge]) => edge));
  const top = Math.min(...edges.map(([, edge]) => edge));
  const right = Math.max(...edges.map(([, , edge]) => edge));
  const bottom = Math.max(...edges.map(([, , , edge]) => edge));
  return toPlace({ x: left, y: top, width: right - left, height: bottom - top, rotation: 0 });
}

/** To a thousandth, within what a template may have; another value than a number is 0. */
export function rounded(value: number): number {
  if (!Number.isFinite(value)) return 0;
  // Never -0.
  return Math.round(Math.min(1e6, Math.max(-1e6, value)) * 1_000) / 1_000 + 0;
}
