// Loads a page once and shows it with several widths. A script that reads the width only while the page loads would
// then go unnoticed, so all such reads are found.
import type { Page } from "playwright-core";

/**
 * Notes what scripts read that depends on the width of the window. A read is allowed for an element whose size the page
 * follows with a ResizeObserver. `takeWidthReads` returns the others and ends the watch, which would slow axe down.
 */
const WATCH = `(() => {
  const reads = [];
  const followed = new Set();
  const restores = [];
  const isFollowed = (element) => [...followed].some((each) => each.contains(element));
  const note = (what, element) => {
    const place = new Error().stack.split("\\n").slice(3).join("\\n").match(/https?:[^\\s)]+/);
    reads.push({ text: what + " at " + (place ? place[0] : "an unknown place"), element });
  };
  const replace = (owner, name, parts) => {
    const earlier = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { ...earlier, ...parts(earlier) });
    restores.push(() => Object.defineProperty(owner, name, earlier));
  };
  const watchValue = (owner, name) =>
    replace(owner, name, ({ get }) => ({
      get() {
        note(name, this);
        return get.call(this);
      },
    }));
  for (const name of ["innerWidth", "outerWidth"]) watchValue(window, name);
  for (const name of ["width", "availWidth"]) watchValue(Screen.prototype, name);
  watchValue(VisualViewport.prototype, "width");
  for (const name of ["clientWidth", "scrollWidth"]) watchValue(Element.prototype, name);
  watchValue(HTMLElement.prototype, "offsetWidth");
  const watchCall = (owner, name, doesCount) =>
    replace(owner, name, ({ value }) => ({
      value(...args) {
        if (doesCount(...args)) note(name, this);
        return value.apply(this, args);
      },
    }));
  for (const name of ["getBoundingClientRect", "getClientRects"]) watchCall(Element.prototype, name, () => true);
  watchCall(window, "matchMedia", (query) => /width|height|orientation|aspect-ratio/.test(query));
  replace(ResizeObserver.prototype, "observe", ({ value }) => ({
    value(element, ...rest) {
      followed.add(element);
      return value.call(this, element, ...rest);
    },
  }));
  window.takeWidthReads = () => {
    for (const restore of restores.splice(0)) restore();
    return reads.filter(({ element }) => !(element instanceof Element && isFollowed(element))).map(({ text }) => text);
  };
})()`;

/** Prepares the pages that are opened from now on for {@link widthReads}. */
export const withWidthReads = (page: Page) => page.context().addInitScript({ content: WATCH });

/**
 * Returns what the scripts of a page have read since it was opened that depends on the width of the window, and that
 * does not change with it. Ends the watch.
 */
export const widthReads = (page: Page) => page.evaluate<string[]>("takeWidthReads()");

/** Resolves after two frames: in the first one, observers of sizes are called. */
const FRAMES = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(innerWidth))))`;

/**
 * Changes the width of the window. Resolves when the page is laid out, and its observers of sizes are called.
 *
 * @throws if the window does not get that width
 */
export async function resizeTo(page: Page, width: number): Promise<void> {
  const size = page.viewportSize();
  if (size?.width === width) return;
  await page.setViewportSize({ height: 900, ...size, width });
  const now = await page.evaluate<number>(FRAMES);
  if (now !== width) throw new Error(`the window is ${now} wide instead of ${width}`);
}
