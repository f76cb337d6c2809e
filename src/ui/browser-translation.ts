import { whenIdle } from "#lib/when-idle.ts";

declare global {
  var earlyRemovals: { records: MutationRecord[]; stop(): void } | undefined;
}

/** Runs in the page's head: until hydration, it records what is removed, because the browser may translate before. */
export const recordRemovalsScript = `(()=>{let r=[],o=new MutationObserver(a=>r.push(...a.filter(b=>b.removedNodes[0])));o.observe(document,{childList:true,subtree:true});globalThis.earlyRemovals={records:r,stop(){r.push(...o.takeRecords());o.disconnect()}}})();`;

/** During hydration, how often texts still come back: something that replaced them again each time would never end. */
let remainingRestorations = 50;

/** Lets texts stay translated, once React has hydrated all parts of the page. Call it in an effect of the root component. */
export function allowTranslation(): void {
  whenIdle(() => (remainingRestorations = 0));
}

/** What has replaced nodes: `<font>` elements text nodes, and text nodes these where a page is shown in its own language again. */
const replacements = new WeakMap<Node, Node>();

/**
 * Lets React go on in a page that the browser translates. Chrome and Edge replace text nodes by `<font>` elements. React
 * doesn't know that: it would insert before the missing text nodes, or remove them, which throws, and change their texts
 * unseen. Here, the replacement takes the text node's place, and a text that changes comes back, to be translated again.
 * Call it right before hydration, during which all texts come back at once.
 */
export function supportBrowserTranslation(): void {
  globalThis.earlyRemovals?.stop();
  const early = globalThis.earlyRemovals?.records ?? [];
  const changes = new MutationObserver((records) => {
    for (const { target } of records) showAgain(target);
  });
  const noteReplacements = (records: MutationRecord[]) => {
    const isEarly = remainingRestorations-- > 0;
    for (const record of records) {
      for (const node of record.removedNodes) {
        if (!noteReplacement(node, record)) continue;
        if (isEarly) showAgain(node);
        else changes.observe(node, { characterData: true });
      }
    }
  };
  noteReplacements(early);
  new MutationObserver(noteReplacements).observe(document, { childList: true, subtree: true });

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childInPlaceOf(before, this)) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(node: T): T {
    const child = childInPlaceOf(node, this);
    if (child) removeChild.call(this, child);
    return node;
  };
}

const isFont = (node: Node | null) => node?.nodeName === "FONT";

/** @returns whether a removed node was replaced by the browser's translation */
function noteReplacement(node: Node, { addedNodes, previousSibling, nextSibling }: MutationRecord): boolean {
  const isText = node instanceof Text;
  if (!isText && !isFont(node)) return false;
  const isReplacement = (each: Node | null) => isFont(each) || (!isText && each instanceof Text);
  const replacement = [...addedNodes, previousSibling, nextSibling].find(isReplacement);
  if (!replacement) return false;
  replacements.set(node, replacement);
  // The original is in the page again.
  if (replacements.get(replacement) === node) replacements.delete(replacement);
  return true;
}

/** Puts a text node back in place of what replaced it. */
function showAgain(node: Node): void {
  const replacement = latest(node);
  if (node instanceof Text && replacement !== node && replacement.parentNode)
    (replacement as ChildNode).replaceWith(node);
}

/**
 * The child of a parent that is the node, replaced it, or contains it.
 * @returns null if the parent has no such child
 */
function childInPlaceOf(node: Node, parent: Node): Node | null {
  let child = node.parentNode === parent ? node : latest(node);
  while (child.parentNode && child.parentNode !== parent) child = child.parentNode;
  return child.parentNode === parent ? child : null;
}

function latest(node: Node): Node {
  const replacement = replacements.get(node);
  return replacement ? latest(replacement) : node;
}
