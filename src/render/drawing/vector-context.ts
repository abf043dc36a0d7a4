import { multiply, type Matrix } from '../geometry.ts';

interface State {
  readonly matrix: Matrix;
  readonly lineDash: readonly number[];
}

/** A path that is built, in coordinates of its own. */
interface PathBuilder {
  closePath(): void;
  moveTo(x: number, y: number, matrix: Matrix): void;
  lineTo(x: number, y: number, matrix: Matrix): void;
  rect(x: number, y: number, width: number, height: number, matrix: Matrix): void;
  roundRect(
    x: number,
    y: number,
    width: number,
    height: number,
    radii: number | readonly number[],
    matrix: Matrix,
  ): void;
  ellipse(x: number, y: number, rx: number, ry: number, matrix: Matrix): void;
}

/** The part of a canvas context that keeps states, changes matrices and builds paths; for vectors. */
export abstract class VectorContext<Kept extends State, Path extends PathBuilder> {
  protected state: Kept;
  protected path: Path;
  readonly #stack: Kept[] = [];
  readonly #createPath: () => Path;

  /** @param keys what is read from the state and written to it as a property of the context */
  protected constructor(state: Kept, keys: readonly (keyof Kept)[], createPath: () => Path) {
    this.state = state;
    this.path = createPath();
    this.#createPath = createPath;
    for (const key of keys) {
      Object.defineProperty(this, key, {
        get: () => this.state[key],
        set: (value: never) => {
          if (this.state[key] !== value) this.state = { ...this.state, [key]: value };
        },
      });
    }
  }

  save(): void {
    this.#stack.push(this.state);
  }

  restore(): void {
    this.state = this.#stack.pop() ?? this.state;
  }

  translate(e: number, f: number): void {
    this.transform(1, 0, 0, 1, e, f);
  }

  scale(a: number, d: number): void {
    this.transform(a, 0, 0, d, 0, 0);
  }

  rotate(angle: number): void {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    this.transform(cos, sin, -sin, cos, 0, 0);
  }

  transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    this.setMatrix(multiply(this.state.matrix, { a, b, c, d, e, f }));
  }

  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    this.setMatrix({ a, b, c, d, e, f });
  }

  resetTransform(): void {
    this.setMatrix(identity);
  }

  getTransform(): Matrix {
    return this.state.matrix;
  }

  setLineDash(lineDash: readonly number[]): void {
    this.state = { ...this.state, lineDash };
  }

  beginPath(): void {
    this.path = this.#createPath();
  }

  closePath(): void {
    this.path.closePath();
  }

  moveTo(x: number, y: number): void {
    this.path.moveTo(x, y, this.state.matrix);
  }

  lineTo(x: number, y: number): void {
    this.path.lineTo(x, y, this.state.matrix);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path.rect(x, y, width, height, this.state.matrix);
  }

  roundRect(x: number, y: number, width: number, height: number, radii: number | readonly number[]): void {
    this.path.roundRect(x, y, width, height, radii, this.state.matrix);
  }

  ellipse(x: number, y: number, rx: number, ry: number): void {
    this.path.ellipse(x, y, rx, ry, this.state.matrix);
  }

  arc(x: number, y: number, radius: number): void {
    this.path.ellipse(x, y, radius, radius, this.state.matrix);
  }

  createConicGradient(): never {
    throw new Error('a page of vectors has conic gradients as pictures');
  }

  protected setMatrix(matrix: Matrix): void {
    this.state = { ...this.state, matrix };
  }
}

const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
