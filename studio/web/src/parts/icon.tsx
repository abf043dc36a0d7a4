import type { FunctionComponent, ReactNode, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. */
  readonly size?: number;
  /** The width of the lines, of 24 units in all. */
  readonly stroke?: number;
}

/** A component that draws an icon. */
export type Icon = FunctionComponent<IconProps>;

/** Makes a component of an icon's path in a square of 24 units. */
export function createIcon(path: string): Icon {
  return function DrawnIcon({ size = 24, stroke = 2, ...props }: IconProps): ReactNode {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}
