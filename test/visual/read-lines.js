/* global document, getComputedStyle, NodeFilter */
/**
 * Runs in the reference page. `readLines` returns the lines of each text element and their baselines, in CSS
 * pixels from the top left corner of the element's box, before rotation. `preparePicture` places letters
 * between pixels, as browsers do on high-density screens.
 */
(() => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const round = (length) => Math.round(length * 1000) / 1000;
  let ascents = new Map();

  /**
   * From the top of a character's rectangle to its baseline: the ascent of the first font, as Chromium rounds
   * it.
   */
  function ascentOf(element) {
    const { fontFamily, fontSize, fontWeight, fontStyle, textRendering } = getComputedStyle(element);
    const key = [fontFamily, fontSize, fontWeight, fontStyle].join();
    if (!ascents.has(key)) {
      const probe = document.createElement('div');
      Object.assign(probe.style, { fontFamily, fontSize, fontWeight, fontStyle, textRendering });
      Object.assign(probe.style, {
        position: 'absolute',
        left: 0,
        top: 0,
        lineHeight: '3',
        letterSpacing: 0,
      });
      probe.innerHTML = '<span>x</span><span style="display:inline-block"></span>';
      document.body.append(probe);
      const [letter, mark] = [...probe.children].map((child) => child.getBoundingClientRect());
      ascents.set(key, mark.bottom - letter.top);
      probe.remove();
    }
    return ascents.get(key);
  }

  function readElement(element) {
    const box = element.getBoundingClientRect();
    const lines = [];
    const { columnCount, columnGap, writingMode } = getComputedStyle(element);
    const isVertical = writingMode === 'vertical-rl';
    const columns = Number(columnCount) || 1;
    const pitch = (box.width + (parseFloat(columnGap) || 0)) / columns;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      // Readings are beside the lines.
      if (node.parentElement.closest('rt')) continue;
      const ascent = ascentOf(node.parentElement);
      for (const { segment, index } of segmenter.segment(node.data)) {
        if (/^[\n\r]+$/.test(segment)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + segment.length);
        const rects = [...range.getClientRects()];
        // After a soft hyphen, the first rectangle is that of the hyphen.
        const rect = rects.findLast(({ width }) => width > 0) ?? rects[0];
        if (rect === undefined) continue;
        // A vertical line is read as if it were turned back: its baseline is in its middle.
        const central = box.right - rect.right + Math.ceil(Math.round(rect.width) / 2);
        const baseline = round(isVertical ? central : rect.top + ascent - box.top);
        const [left, right] = isVertical
          ? [rect.top - box.top, rect.bottom - box.top]
          : [rect.left - box.left, rect.right - box.left];
        const column = columns === 1 ? 0 : Math.floor((rect.left - box.left + 1) / pitch);
        // A raised or lowered run belongs to the line that it stands on.
        const isShifted = getComputedStyle(node.parentElement).verticalAlign !== 'baseline';
        let line = isShifted
          ? lines.at(-1)
          : lines.find(
              (each) =>
                each.column === column && Math.abs(each.baseline - baseline) < (isVertical ? 1.5 : 0.5),
            );
        if (line === undefined) {
          line = { text: '', column, baseline, left: Infinity, right: -Infinity };
          lines.push(line);
        }
        line.text += segment;
        if (/^\s+$/.test(segment)) continue;
        line.left = Math.min(line.left, left);
        line.right = Math.max(line.right, right);
      }
    }
    for (const icon of element.querySelectorAll('img')) {
      const rect = icon.getBoundingClientRect();
      const bottom = rect.bottom - box.top;
      const line = lines.find(({ baseline }) => !isVertical && Math.abs(baseline - bottom) < 0.5);
      if (line === undefined) continue;
      line.left = Math.min(line.left, rect.left - box.left);
      line.right = Math.max(line.right, rect.right - box.left);
    }
    return lines
      .filter(({ right }) => right > -Infinity)
      .map(({ text, baseline, left, right }) => ({
        text: text.trimEnd(),
        baseline,
        left: round(left),
        right: round(right),
      }));
  }

  function isUpright(element) {
    for (let each = element; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).transform !== 'none') return false;
    }
    return true;
  }

  globalThis.readLines = () => {
    ascents = new Map();
    const places = [...document.querySelectorAll('.text')].map((element) => {
      const { x, y } = element.getBoundingClientRect();
      const isTurned = getComputedStyle(element).writingMode !== 'horizontal-tb' || !isUpright(element);
      return !isTurned ? { x: round(x), y: round(y) } : null;
    });
    const upright = document.createElement('style');
    upright.textContent = '* { transform: none !important }';
    document.head.append(upright);
    const texts = [...document.querySelectorAll('.text')].map((element, index) => ({
      id: element.id,
      place: places[index],
      lines: readElement(element),
    }));
    upright.remove();
    return texts;
  };

  /**
   * With letters between pixels, Chromium on Linux places the lines of some fonts and sizes a pixel higher,
   * to make room for descenders. It does so on no other system: texts are moved back.
   */
  globalThis.preparePicture = () => {
    const before = globalThis.readLines();
    document.documentElement.classList.add('picture');
    for (const { id, lines } of globalThis.readLines()) {
      const old = before.find((text) => text.id === id).lines;
      if (lines.length !== old.length || lines.some(({ text }, index) => text !== old[index].text)) {
        throw new Error(`"${id}" breaks elsewhere with letters between pixels`);
      }
      const shifts = new Set(lines.map(({ baseline }, index) => round(old[index].baseline - baseline)));
      if (shifts.size > 1) throw new Error(`the lines of "${id}" move by ${[...shifts].join(', ')} px`);
      const [shift] = shifts;
      if (shift) document.getElementById(id).style.transform += ` translateY(${shift}px)`;
    }
  };
})();
