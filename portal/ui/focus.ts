/** Parents with equivalent children: if one child is removed, its neighbour gets the focus. */
const SIDE_BY_SIDE = "tbody, .actions, .setting";
const CONTROL = "a[href], button, input, select, textarea";
const HEADING = "h1, h2";

const controlIn = (node: Node): HTMLElement | undefined => {
  if (!(node instanceof HTMLElement)) return undefined;
  return node.matches(CONTROL) ? node : (node.querySelector<HTMLElement>(CONTROL) ?? undefined);
};

/** Returns the control beside a removed one that was among equivalent ones: the next one, else the previous one. */
function controlNear({ target, previousSibling: before }: MutationRecord): HTMLElement | undefined {
  if (!(target instanceof Element && target.matches(SIDE_BY_SIDE))) return undefined;
  const siblings: Node[] = [...target.childNodes];
  const index = before ? siblings.indexOf(before) + 1 : 0;
  const nearest = [...siblings.slice(index), ...siblings.slice(0, index).reverse()];
  return nearest.map(controlIn).find((control) => control !== undefined);
}

/** Returns the nearest ancestor that can have the focus, or the nearest heading of an ancestor. */
function targetAround(node: Node | null): HTMLElement | undefined {
  for (let around = node; around; around = around.parentNode) {
    if (!(around instanceof HTMLElement)) continue;
    if (around.matches("[tabindex]")) return around;
    const heading = around.querySelector<HTMLElement>(HEADING);
    if (heading) return heading;
  }
  return undefined;
}

/** Returns the change that removed a node from the page, alone or with its ancestors. */
function removalOf(node: Node, changes: readonly MutationRecord[]): MutationRecord | undefined {
  const removal = changes.find(({ removedNodes }) => [...removedNodes].some((each) => each.contains(node)));
  if (!removal || removal.target.isConnected) return removal;
  return removalOf(removal.target, changes);
}

/**
 * Keeps the focus near its position, for the life of the document: if the focused element is removed, the browser would
 * move the focus to the beginning of the page. Instead, the focus moves to the neighbour in the same table or row of
 * buttons, else to the surrounding dialog or table or the heading of the section.
 */
export function keepFocus(): void {
  let holder: Element | undefined;
  /** The parent of the removed element, until another element has the focus. */
  let lostIn: Node | undefined;
  document.addEventListener("focusin", ({ target }) => {
    holder = target instanceof Element ? target : undefined;
    lostIn = undefined;
  });
  // A press outside of all controls removes the focus on purpose. Browsers may fire the same event for a removed
  // control.
  document.addEventListener("focusout", () =>
    queueMicrotask(() => {
      if (holder?.isConnected && document.activeElement === document.body) holder = undefined;
    }),
  );
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body) return;
    const removal = holder && removalOf(holder, changes);
    if (removal) [holder, lostIn] = [undefined, removal.target];
    if (!lostIn) return;
    const target =
      (removal && controlNear(removal)) ?? targetAround(lostIn.isConnected ? lostIn : document.body);
    if (!target) return;
    if (!target.matches(`[tabindex], ${CONTROL}`)) target.tabIndex = -1;
    target.focus();
  }).observe(document.body, { childList: true, subtree: true });
}
