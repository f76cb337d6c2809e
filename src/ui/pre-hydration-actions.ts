type Change = [input: HTMLInputElement, isChecked: boolean, files: File[]];

declare global {
  var recordedActions: { button?: HTMLButtonElement; changes: Change[]; stop: () => void } | undefined;
}

/**
 * Runs in the page's head: until hydration, it records changes of checkboxes, radio buttons and files, and the last click on
 * a button that only works with JavaScript, also of a `Form`, which Enter clicks too. Other submit buttons and buttons of
 * popovers work without it; text stays in its field, which adopts it.
 */
export const recordActionsScript = `(()=>{let c=new AbortController,o={capture:true,signal:c.signal},r={changes:[],stop(){c.abort()}};
addEventListener("click",({target:e})=>{let b=e.closest?.("button[type=button]:not([popovertarget]),form[method=dialog] [type=submit]");if(b)r.button=b},o);
addEventListener("change",({target:e})=>{if(/^(checkbox|radio|file)$/.test(e.type))r.changes.push([e,e.checked,[...e.files||[]]])},o);
globalThis.recordedActions=r})();`;

/** Repeats the recorded actions after hydration. Call it in an effect of the root component. */
export function replayRecordedActions(): void {
  const { recordedActions } = globalThis;
  globalThis.recordedActions = undefined;
  recordedActions?.stop();
  // After all effects: the events also hydrate lazy parts of the page, which must not happen while effects run.
  setTimeout(() => {
    for (const change of recordedActions?.changes ?? []) repeatChange(...change);
    recordedActions?.button?.click();
  });
}

/** React may have restored the state before the change. It ignores a change to the state that an input has. */
function repeatChange(...[input, isChecked, files]: Change): void {
  // React hydrates the part of the page for it.
  input.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
  if (input.type === "file") {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    input.checked = !isChecked;
    input.click();
  }
}
