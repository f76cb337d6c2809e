import type * as TestingLibrary from "@testing-library/dom";

/**
 * Describes elements: by role and accessible name, by text (the smallest elements that contain it), or by CSS selector;
 * each step looks inside the elements of the one before.
 */
export type Query = { role: string; name?: Text } | { text: Text } | { css: string };
/** Whole text, or a regular expression in a form that JSON can represent. */
export type Text = string | { source: string };

declare global {
  interface Window {
    TestingLibraryDom?: typeof TestingLibrary;
  }
}

export type Located = {
  /** The text of each visible element. */
  texts: string[];
  /** The value of the first, if it is a field. */
  value: string;
  /** Where the first can be clicked. */
  point?: { x: number; y: number };
  /** Why there is no such element or point. */
  reason: string;
};

/**
 * Looks for the visible elements of a query, in the page: it must not use anything from outside of it. Elements that are
 * transparent, clipped away or not rendered don't count.
 * @param action whether the first element must also be ready to be clicked: not moving, not disabled, and not covered
 *   by another element at its center
 */
export async function locate(query: Query[], action: "read" | "click"): Promise<Located | "no library"> {
  const library = window.TestingLibraryDom;
  if (!library) return "no library";
  const { queryAllByRole } = library;

  const matcher = (text: Text) => (typeof text === "string" ? text : new RegExp(text.source));
  const fold = (text: string | null) => (text ?? "").replaceAll(/\s+/g, " ").trim();
  function hasText(element: Element, text: Text): boolean {
    const content = fold(element.textContent);
    return typeof text === "string" ? content.includes(text) : new RegExp(text.source).test(content);
  }
  function find(scope: HTMLElement, step: Query): HTMLElement[] {
    if ("css" in step) {
      return [scope, ...scope.querySelectorAll<HTMLElement>(step.css)].filter((each) =>
        each.matches(step.css),
      );
    }
    if ("text" in step) {
      return [...scope.querySelectorAll<HTMLElement>("*:not(script, style)")].filter(
        (element) =>
          hasText(element, step.text) && ![...element.children].some((child) => hasText(child, step.text)),
      );
    }
    return queryAllByRole(scope, step.role, step.name === undefined ? {} : { name: matcher(step.name) });
  }
  /** The part of an element that its scrolling ancestors show. */
  function visibleBox(element: Element) {
    const box = element.getBoundingClientRect();
    let { left, top, right, bottom } = box;
    // What is around an element of the top layer doesn't clip it.
    const end = element.closest(":modal, :popover-open")?.parentElement ?? document.body;
    for (let parent = element.parentElement; parent && parent !== end; parent = parent.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(parent);
      const clip = parent.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    return { left, top, right, bottom };
  }
  function isVisible(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  }

  const elements = query
    .reduce(
      (scopes, step) => [...new Set(scopes.flatMap((scope) => find(scope, step)))],
      [document.documentElement],
    )
    .filter(isVisible);
  const [element] = elements;
  const located = {
    texts: elements.map((each) => each.innerText.trim()),
    value: (element as HTMLInputElement | undefined)?.value ?? "",
  };
  if (!element) return { ...located, reason: "it is not visible" };
  if (action === "read") return { ...located, reason: "" };

  if (element.matches(":disabled, [aria-disabled=true]")) return { ...located, reason: "it is disabled" };
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const after = element.getBoundingClientRect();
  const isAnimated = document.getAnimations().some(({ effect, playState, timeline }) => {
    const { target } = effect as KeyframeEffect;
    return (
      playState === "running" &&
      // Those of another timeline follow the scroll position.
      timeline === document.timeline &&
      target?.contains(element) &&
      effect?.getComputedTiming().endTime !== Infinity
    );
  });
  if (isAnimated || before.x !== after.x || before.y !== after.y)
    return { ...located, reason: "it is moving" };
  const { left, top, right, bottom } = visibleBox(element);
  if (right - left < 4 || bottom - top < 4) return { ...located, reason: "it is clipped" };
  const point = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const hit = document.elementFromPoint(point.x, point.y);
  const isHit = hit && (element.contains(hit) || hit.closest("label")?.control === element);
  if (!isHit) return { ...located, reason: `${hit?.outerHTML.slice(0, 200)} covers it` };
  return { ...located, point, reason: "" };
}
