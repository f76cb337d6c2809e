/**
 * Changes a page, now and whenever it changes, as the translation of Chrome and Edge does: text nodes are replaced by two
 * `<font>` elements around the translation, which here is the same text. It runs in the page, before its scripts: it must not use anything from outside of it.
 */
export function translate(): void {
  const untranslated = "script, style, noscript, title, textarea, svg, font, [translate=no]";

  function replace(text: Text) {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untranslated)) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }

  function replaceAll() {
    if (!document.body) return;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) replace(text);
  }

  // As the browser does: once the page is loaded, and a moment after a change.
  addEventListener("load", () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changes = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(replaceAll, 100);
    });
    changes.observe(document, { childList: true, subtree: true, characterData: true });
    replaceAll();
  });
}
