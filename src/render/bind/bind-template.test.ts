import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { bindTemplate, type BindOptions } from './bind-template.ts';
import { MAX_PAGE_CHARACTERS } from './text-limit.ts';
import { VariableError } from '../errors.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneText } from '../scene/text.ts';

const box = { x: 1, y: 2, width: 3, height: 4 };

function bind(
  elements: TemplateElement[],
  values: Record<string, string> = {},
  more: Partial<TemplateDocument> = {},
  options: BindOptions = {},
) {
  const document: TemplateDocument = {
    schemaVersion: 1,
    name: 'T',
    viewport: { width: 10, height: 20 },
    elements,
    ...more,
  };
  return bindTemplate(document, new Map(Object.entries(values)), options);
}

const one = (element: TemplateElement, values: Record<string, string> = {}): SceneElement | undefined =>
  bind([element], values).scene.elements[0];
const getText = (element: TemplateElement, values: Record<string, string> = {}) =>
  (one(element, values) as SceneText | undefined)?.runs.map(({ text }) => text);
const rectFill = (fill: string, values: Record<string, string> = {}) => {
  const rect = one({ type: 'rect', id: 'r', ...box, fill }, values);
  return rect?.type === 'rect' && rect.fill?.type === 'solid' ? rect.fill.color : null;
};

describe('links', () => {
  const linked = (href: string, values: Record<string, string> = {}) => {
    const group = one({ type: 'group', id: 'g', ...box, elements: [], href }, values);
    return group?.type === 'group' ? group.href : null;
  };

  it('are filled with values, and absent if they are empty', () => {
    assert.equal(linked('https://a.example/{{id}}', { id: '7' }), 'https://a.example/7');
    assert.equal(linked(' {{url}} ', { url: 'tel:+49' }), 'tel:+49');
    assert.equal(linked('{{url}}', { url: '' }), undefined);
  });

  it('refuse other schemes, and name the variable and the element', () => {
    assert.throws(
      () => linked('{{url}}', { url: 'javascript:alert(1)' }),
      (error: unknown) => {
        assert.ok(error instanceof VariableError);
        assert.equal(error.variable, 'url');
        assert.equal(
          error.message,
          'Variable "url" is used in the link of "g", which must be an http, https, mailto or tel address, ' +
            'but received "javascript:alert(1)".',
        );
        return true;
      },
    );
    const long = { url: `https://a.example/${'a'.repeat(2000)}` };
    assert.throws(() => linked('{{url}}', long), /at most 2000 characters, but has 2018/u);
  });
});

describe('bindTemplate', () => {
  it('applies every default of a text', () => {
    assert.deepEqual(one({ type: 'text', id: 't', ...box, text: 'a' }), {
      type: 'text',
      id: 't',
      ...box,
      rotation: 0,
      opacity: 1,
      blendMode: 'normal',
      shadow: null,
      blur: 0,
      runs: [
        {
          text: 'a',
          fontFamily: 'Inter',
          fontSize: 16,
          fontWeight: 400,
          fontStyle: 'normal',
          color: { type: 'solid', color: '#000000ff' },
          letterSpacing: 0,
          decoration: 'none',
        },
      ],
      lineHeight: 1.2,
      align: 'start',
      verticalAlign: 'top',
      direction: 'auto',
      overflow: 'ellipsis',
      minFontSize: 8,
      maxLines: null,
      wrap: true,
      stroke: null,
      highlight: null,
      hyphens: 'manual',
      language: null,
    });
  });

  it('binds columns; the gap is the font size by default', () => {
    const getColumns = (keys: object) => {
      const [text] = bind([{ type: 'text', id: 't', ...box, text: 'a', ...keys }]).scene.elements;
      assert.ok(text?.type === 'text');
      return text.columns;
    };
    assert.equal(getColumns({ columns: 1, columnGap: 3 }), undefined);
    assert.deepEqual(getColumns({ columns: 2, columnGap: 3 }), { count: 2, gap: 3 });
    assert.deepEqual(getColumns({ columns: 2, fontSize: 20 }), { count: 2, gap: 20 });
    assert.deepEqual(getColumns({ columns: 2 }), { count: 2, gap: 16 });
  });

  it('converts lengths to CSS pixels, but not angles or factors', () => {
    const { scene } = bind(
      [
        {
          type: 'rect',
          id: 'r',
          x: 1,
          y: 1,
          width: 1,
          height: 1,
          rotation: 30,
          blur: 1,
          cornerRadius: [1, 2, 3, 4],
          stroke: { width: 1, dash: [1, 2] },
          shadow: { x: 1, y: 2, blur: 3 },
        },
      ],
      {},
      { viewportUnit: 'in', bleed: 0.125, cropMarks: true },
    );
    assert.deepEqual([scene.width, scene.height, scene.bleed], [960, 1920, 12]);
    assert.equal(scene.cropMarks, true);
    const [rect] = scene.elements;
    assert.ok(rect?.type === 'rect');
    assert.deepEqual([rect.x, rect.width, rect.rotation, rect.blur], [96, 96, 30, 96]);
    assert.deepEqual(rect.cornerRadius, [96, 192, 288, 384]);
    assert.deepEqual(rect.stroke, { color: '#000000ff', width: 96, dash: [96, 192] });
    assert.deepEqual(rect.shadow, { x: 96, y: 192, blur: 288, color: '#000000ff' });
  });

  it('lets runs inherit from their element', () => {
    const runs = [{ text: 'a' }, { text: 'b', fontSize: 9, color: '#f00' }];
    const text = one({ type: 'text', id: 't', ...box, fontSize: 20, fontWeight: 700, runs }) as SceneText;
    assert.deepEqual(
      text.runs.map(({ fontSize, fontWeight }) => [fontSize, fontWeight]),
      [
        [20, 700],
        [9, 700],
      ],
    );
  });

  it('fills placeholders once and keeps escaped ones', () => {
    const text = (template: string) =>
      getText({ type: 'text', id: 't', ...box, text: template }, { a: '{{b}}', b: 'B', 'two words': '2' });
    assert.deepEqual(text('{{a}} {{ b }} {{two words}} \\{{b}} {{'), ['{{b}} B 2 {{b}} {{']);
    const variables = [{ name: 'none', type: 'text' }] as const;
    const empty = { type: 'text', id: 't', ...box, text: '{{none}}' } as const;
    assert.deepEqual(bind([empty], {}, { variables: [...variables] }).scene.elements, []);
  });

  it('converts colours to one form', () => {
    assert.equal(rectFill('#AbC'), '#aabbccff');
    assert.equal(rectFill('#abc8'), '#aabbcc88');
    assert.equal(rectFill('#ABCDEF'), '#abcdefff');
    assert.equal(rectFill('#ABCDEF01'), '#abcdef01');
    assert.equal(rectFill('{{c}}', { c: '#123' }), '#112233ff');
    assert.equal(rectFill('#{{c}}', { c: '123456' }), '#123456ff');
    assert.equal(rectFill('{{c}}', { c: '' }), '#00000000');
    assert.equal(rectFill('{{c}}', { c: ' Tomato ' }), '#ff6347ff');
    assert.equal(rectFill('hsl({{c}} 100% 50%)', { c: '120' }), '#00ff00ff');
  });

  it('names the variable whose value is not a colour', () => {
    assert.throws(
      () => rectFill('{{c}}', { c: 'reddish' }),
      (error) => {
        assert.ok(error instanceof VariableError);
        assert.equal(error.variable, 'c');
        assert.match(error.message, /^Variable "c" is used as a colour .*#rrggbb.* received "reddish"/u);
        return true;
      },
    );
  });

  it('names the expression that makes no colour', () => {
    assert.throws(
      () => rectFill("{{ 'no' + 'red' }}"),
      /^VariableError: Element "r": the expression \{\{ 'no' \+ 'red' \}\} is used as a colour .* but made "nored"/u,
    );
  });

  it('takes the rest of a picture for the part of a crop that is not given, and cuts it at the edges', () => {
    const getCrop = (crop: object) => {
      const picture = one({ type: 'image', id: 'i', ...box, src: 'a.png', crop });
      return picture?.type === 'image' ? picture.crop : null;
    };
    assert.deepEqual(getCrop({}), { x: 0, y: 0, width: 1, height: 1 });
    assert.deepEqual(getCrop({ x: 0.25, y: 0.5, height: 0.75 }), {
      x: 0.25,
      y: 0.5,
      width: 0.75,
      height: 0.5,
    });
  });

  it('drops invisible elements, empty codes and empty texts', () => {
    const rect = (visible: string | boolean) => ({ type: 'rect', id: 'r', ...box, visible }) as const;
    const shown = (value: string) => bind([rect('{{v}}')], { v: value }).scene.elements.length;
    assert.deepEqual(
      ['', 'false', '0', 'no', '1', 'true', 'FALSE', ' '].map(shown),
      [0, 0, 0, 1, 1, 1, 1, 1],
    );
    assert.deepEqual(
      [rect(true), rect(false)].map((element) => one(element) !== undefined),
      [true, false],
    );
    assert.equal(one({ type: 'qrcode', id: 'q', ...box, value: '{{v}}' }, { v: '' }), undefined);
    assert.equal(one({ type: 'barcode', id: 'b', ...box, value: '', symbology: 'ean13' }), undefined);
    assert.equal(one({ type: 'group', id: 'g', ...box, visible: false, elements: [rect(true)] }), undefined);
  });

  it('lists a source once per variable that names it', () => {
    const image = (id: string, src: string) => ({ type: 'image', id, ...box, src }) as const;
    const values = {
      photo: 'https://a.example/p.png',
      logo: 'logo.png',
      dot: 'data:image/png;base64,AAAA',
      none: '',
    };
    const elements = [
      image('a', '{{photo}}'),
      image('b', '{{photo}}'),
      image('c', './x//logo.png'),
      image('d', '{{dot}}'),
    ];
    const { scene, sources } = bind(
      [...elements, image('e', '{{none}}'), image('f', 'https://a.example/p.png')],
      values,
      {
        fonts: [{ family: 'F', src: 'f.woff2' }],
      },
    );
    assert.deepEqual(
      sources.map(({ kind, location, variable }) => [kind, location.from, variable]),
      [
        ['font', 'template', null],
        ['image', 'remote', 'photo'],
        ['image', 'template', null],
        ['image', 'data', 'dot'],
        ['image', 'remote', null],
      ],
    );
    assert.ok(scene.elements.every((element) => element.type === 'image'));
    const assets = scene.elements.map((element) => (element as { asset: string | null }).asset);
    assert.equal(assets[0], assets[1]);
    assert.equal(assets[2], 'x/logo.png');
    assert.equal(assets[4], null);
    assert.ok(assets.every((asset) => asset === null || sources.some(({ key }) => key === asset)));
  });

  it('keeps two data: URLs of the same length and ending apart', () => {
    const [first, second] = ['A', 'B'].map(
      (letter) => `data:image/png;base64,${letter.repeat(4)}${'C'.repeat(40)}`,
    );
    const image = (id: string) => ({ type: 'image', id, ...box, src: `{{${id}}}` }) as const;
    const { sources } = bind([image('a'), image('b')], { a: first ?? '', b: second ?? '' });
    assert.equal(sources.length, 2);
    const literal = (id: string, src: string) => ({ type: 'image', id, ...box, src }) as const;
    assert.equal(bind([literal('a', first ?? ''), literal('b', second ?? '')]).sources.length, 2);
  });

  it('refuses sources outside the folder or with other schemes', () => {
    for (const src of [
      '../x.png',
      '/etc/passwd',
      'a/../../b',
      'file:///etc/passwd',
      'javascript:1',
      'data:image/svg+xml;base64,AAAA',
      'https://',
    ]) {
      assert.throws(
        () => one({ type: 'image', id: 'i', ...box, src: '{{v}}' }, { v: src }),
        (error) => error instanceof VariableError && error.variable === 'v',
        src,
      );
    }
  });

  it('refuses too long texts and names the longest value', () => {
    const text = (id: string, content: string): TemplateElement => ({
      type: 'text',
      id,
      ...box,
      text: content,
    });
    const most = 'x'.repeat(MAX_PAGE_CHARACTERS - 2);
    assert.equal(
      bind([text('a', '{{v}}'), text('b', '{{w}}')], { v: most, w: 'ab' }).scene.elements.length,
      2,
    );
    assert.throws(
      () => bind([text('a', '{{v}}'), text('b', '{{w}}{{u}}')], { v: most, w: 'ab', u: 'c' }),
      (error) => error instanceof VariableError && error.variable === 'w',
    );
    assert.throws(
      () => bind([text('a', 'so {{w}}{{v}}')], { v: `${most}xx`, w: 'ab' }),
      /^VariableError: Variable "v" has 200,000 characters: the texts of a page may have 200,000 together\.$/u,
    );
    assert.throws(
      () => bind([text('a', `${most}xxx`)]),
      (error) => error instanceof VariableError && error.variable === null,
    );
    assert.equal(
      bind([{ ...text('a', '{{v}}'), visible: false }], { v: `${most}xxx` }).scene.elements.length,
      0,
    );
  });

  it('lets a request override the background', () => {
    const background = (options: BindOptions) =>
      bind([], {}, { background: '#fff' }, options).scene.background;
    assert.deepEqual(background({}), { type: 'solid', color: '#ffffffff' });
    assert.deepEqual(background({ backgroundColor: '#0008' }), { type: 'solid', color: '#00000088' });
    assert.throws(() => background({ backgroundColor: 'reddish' }), VariableError);
    assert.equal(bind([]).scene.background, null);
  });

  it('uses the language of the text, else of the document', () => {
    const { scene } = bind(
      [
        { type: 'text', id: 'a', ...box, text: 'iş', transform: 'uppercase' },
        { type: 'text', id: 'b', ...box, text: 'iş', transform: 'uppercase', language: 'en' },
      ],
      {},
      { language: 'tr-TR' },
    );
    const texts = scene.elements.map((element) => (element as SceneText).runs[0]?.text);
    assert.deepEqual(texts, ['İŞ', 'IŞ']);
    assert.equal(scene.language, 'tr-TR');
    assert.equal(bind([]).scene.language, null);
  });
});
