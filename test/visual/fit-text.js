/* global document, getComputedStyle */
/** CSS has no `overflow: shrink`: the page searches for the largest font size at which the text fits. */
globalThis.fitText = () => {
  for (const element of document.querySelectorAll('[data-shrink-to]')) {
    const { width, height } = element.getBoundingClientRect();
    // Text that does not fit its columns takes more of them.
    const hasColumns = getComputedStyle(element).columnCount !== 'auto';
    if (!hasColumns) element.style.height = 'auto';
    const isBroken = element.style.whiteSpace !== 'pre';
    const text = document.createRange();
    text.selectNodeContents(element);
    const fits = (size) => {
      element.style.fontSize = `${size}px`;
      // Spaces at the ends of broken lines are part of the text's rectangle, but do not count for fitting.
      const textWidth = isBroken ? element.scrollWidth : text.getBoundingClientRect().width;
      return element.getBoundingClientRect().height <= height && textWidth <= width;
    };
    let [low, high] = [Number(element.dataset.shrinkTo), parseFloat(element.style.fontSize)];
    while (high - low > 0.001) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    fits(low);
    element.style.height = `${height}px`;
  }
};
