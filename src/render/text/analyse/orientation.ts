/**
 * Characters that stand upright in vertical lines: `Vertical_Orientation` U, Tu and Tr (UAX #50). All others
 * lie on their side. Emoji that Unicode lists as U are among them.
 */
const upright = new RegExp(
  [
    '[',
    String.raw`§©®±¼-¾×÷\u02ea\u02eb\u1100-\u11ff\u1401-\u167f\u18b0-\u18ff\u2016\u2020\u2021\u2030`,
    String.raw`\u2031\u203b\u203c\u2042\u2047-\u2049\u2051\u2065\u2100`,
    String.raw`\u2101\u2103-\u2109\u210f\u2113\u2114\u2116\u2117\u211e-\u2123\u2125\u2127\u2129`,
    String.raw`\u212e\u2135-\u213f\u2145-\u214a\u214c\u214d\u214f-\u2189\u218c-\u218f\u221e\u2234`,
    String.raw`\u2235\u2300-\u2307\u230c-\u231f\u2324-\u232b\u237d-\u239a\u23be-\u23cd\u23cf`,
    String.raw`\u23d1-\u23db\u23e2-\u2422\u2424-\u24ff\u25a0-\u2619\u2620-\u2767\u2776-\u2793`,
    String.raw`\u2b12-\u2b2f\u2b50-\u2b59\u2b97\u2bb8-\u2bd1\u2bd3-\u2beb\u2bf0-\u2bff\u2e50\u2e51`,
    String.raw`\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\ue000-\ufaff\ufe10-\ufe1f\ufe30-\ufe48`,
    String.raw`\ufe50-\ufe57\ufe59-\ufe62\ufe67-\ufe6f\uff01-\uff0c\uff0e-\uff1b\uff1f-\uff60`,
    String.raw`\uffe0-\uffe7\ufff0-\ufff8\ufffc\ufffd\u{13000}-\u{1345f}\u{14400}-\u{1467f}`,
    String.raw`\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1cf50}-\u{1cfcf}\u{1d000}-\u{1d1ff}`,
    String.raw`\u{1d2e0}-\u{1d37f}\u{1d800}-\u{1da8b}\u{1f000}-\u{1f7ff}\u{1f900}-\u{1faff}`,
    String.raw`\u{20000}-\u{3fffd}`,
    ']',
  ].join(''),
  'u',
);

/** Whether a cluster stands upright in a vertical line; its first character decides. */
export function standsUpright(cluster: string): boolean {
  return upright.test(String.fromCodePoint(cluster.codePointAt(0) ?? 0));
}
