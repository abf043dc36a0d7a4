import type { Schema } from '../../api/client.ts';

/** A picture with its layout, as the service has sent it. */
export interface Frame extends Schema<'PreviewLayout'> {
  readonly id: number;
  readonly lane: string;
  readonly revision: number;
  /** Milliseconds that the service took. */
  readonly tookMs: number;
  /** The bytes are those of the lane's last picture. */
  readonly unchanged: boolean;
  readonly mediaType: string;
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type Element = Schema<'LayoutElement'>;
type Header = Omit<Frame, 'bytes' | 'report'> & {
  readonly report: Omit<Schema<'LayoutReport'>, 'elements'> & { readonly elements: (Element | string)[] };
};

/** What a lane has received last. */
interface ReceivedLane {
  readonly elements: ReadonlyMap<string, Element>;
  readonly bytes: Frame['bytes'];
}

/** Reads the frames of one connection, and restores what the service did not send again. */
export class FrameReader {
  readonly #lanes = new Map<string, ReceivedLane>();

  /** @param data 4 bytes with the length of the header, the header as JSON, the picture */
  read(data: ArrayBuffer): Frame {
    const headerBytes = new DataView(data).getUint32(0);
    const text = new TextDecoder().decode(new Uint8Array(data, 4, headerBytes));
    const { report, ...header } = JSON.parse(text) as Header;
    const before = this.#lanes.get(header.lane);
    const elements = report.elements.map((element) => {
      const whole = typeof element === 'string' ? before?.elements.get(element) : element;
      if (whole === undefined) throw new Error('The service left out an element that it had not sent.');
      return whole;
    });
    const sent = new Uint8Array(data, 4 + headerBytes);
    const bytes = header.unchanged ? (before?.bytes ?? sent) : sent;
    this.#lanes.set(header.lane, { bytes, elements: new Map(elements.map((each) => [each.id, each])) });
    return { ...header, bytes, report: { ...report, elements } as Schema<'LayoutReport'> };
  }
}
