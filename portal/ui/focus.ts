/** Parents whose children stand side by side: where one of them goes away, its neighbour takes its place. */
const SIDE_BY_SIDE = "tbody, .actions, .setting";
const CONTROL = "a[href], button, input, select, textarea";
const HEADING = "h1, h2";

const controlIn = (node: Node): HTMLElement | undefined => {
  if (!(node instanceof HTMLElement)) return undefined;
  return node.matches(CONTROL) ? node : (node.querySelector<HTMLElement>(CONTROL) ?? undefined);
};

/** The control to go on with where the removed one stood among others: the next one, otherwise the one before. */
function controlNear({ target, previousSibling: before }: MutationRecord): HTMLElement | undefined {
  if (!(target instanceof Element && target.matches(SIDE_BY_SIDE))) return undefined;
  const siblings: Node[] = [...target.childNodes];
  const place = before ? siblings.indexOf(before) + 1 : 0;
  const nearest = [...siblings.slice(place), ...siblings.slice(0, place).reverse()];
  return nearest.map(controlIn).find((control) => control !== undefined);
}

/** The nearest thing around a place that can have the focus, or the heading of the part of the page that it is in. */
function landingAround(place: Node | null): HTMLElement | undefined {
  for (let around = place; around; around = around.parentNode) {
    if (!(around instanceof HTMLElement)) continue;
    if (around.matches("[tabindex]")) return around;
    const heading = around.querySelector<HTMLElement>(HEADING);
    if (heading) return heading;
  }
  return undefined;
}

/** The change that took a node out of the page, with or without what is around it. */
function removalOf(node: Node, changes: readonly MutationRecord[]): MutationRecord | undefined {
  const removal = changes.find(({ removedNodes }) => [...removedNodes].some((each) => each.contains(node)));
  if (!removal || removal.target.isConnected) return removal;
  return removalOf(removal.target, changes);
}

/**
 * Keeps the focus on the page, for the life of the document: where what has it goes away, it does not fall back to the
 * beginning of the page. It goes to the neighbour in the same table or row of buttons, otherwise to what is around: the
 * window, the table or the heading of the part of the page.
 */
export function keepFocus(): void {
  let holder: Element | undefined;
  /** Where the focus was lost, until something is there that can have it. */
  let place: Node | undefined;
  document.addEventListener("focusin", ({ target }) => {
    holder = target instanceof Element ? target : undefined;
    place = undefined;
  });
  // Who presses beside all controls wants the focus nowhere. A browser may report a removed control in the same way.
  document.addEventListener("focusout", () =>
    queueMicrotask(() => {
      if (holder?.isConnected && document.activeElement === document.body) holder = undefined;
    }),
  );
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body) return;
    const removal = holder && removalOf(holder, changes);
    if (removal) [holder, place] = [undefined, removal.target];
    if (!place) return;
    const landing =
      (removal && controlNear(removal)) ?? landingAround(place.isConnected ? place : document.body);
    if (!landing) return;
    if (!landing.matches(`[tabindex], ${CONTROL}`)) landing.tabIndex = -1;
    landing.focus();
  }).observe(document.body, { childList: true, subtree: true });
}
