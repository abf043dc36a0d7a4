/* Runs in a page that has Fabric.js: draws a part of a design. Returns the PNG as a data URL. */
/* global document, fabric */
// eslint-disable-next-line no-unused-vars -- called by fabric.ts
async function drawFabric({ json, x, y, width, height, isOld }) {
  if (isOld) {
    // Types that applications have added are drawn as what they extend.
    fabric.ClippableImage ??= fabric.Image;
    fabric.RoundedRect ??= fabric.Rect;
  }
  const text = `abc${JSON.stringify(json)}`;
  await Promise.all(
    [...document.fonts].map(({ style, weight, family }) =>
      document.fonts.load(`${style} ${weight} 20px "${family.replaceAll('"', '')}"`, text),
    ),
  );
  const canvas = new fabric.StaticCanvas('c', { width, height, enableRetinaScaling: false });
  if (isOld) await new Promise((resolve) => canvas.loadFromJSON(json, resolve));
  else await canvas.loadFromJSON(json);
  canvas.setDimensions({ width, height });
  canvas.setViewportTransform([1, 0, 0, 1, -x, -y]);
  canvas.renderAll();
  return canvas.toDataURL({ format: 'png', multiplier: 1 });
}
