declare global {
  var recordedClick: { button?: HTMLButtonElement; stop: () => void } | undefined;
}

/**
 * Runs in the page's head: until hydration, it records the last click on a button that only works with JavaScript.
 * Submit buttons and buttons of popovers and dialogs work without it.
 */
export const recordClickScript = `(()=>{let r={stop:()=>removeEventListener("click",f,true)};function f(e){let b=e.target.closest?.("button[type=button]:not([popovertarget],[commandfor])");if(b)r.button=b}addEventListener("click",f,true);globalThis.recordedClick=r})();`;

/** Repeats the recorded click after hydration. Call it in an effect of the root component. */
export function replayRecordedClick(): void {
  const { recordedClick } = globalThis;
  globalThis.recordedClick = undefined;
  recordedClick?.stop();
  // After all effects: a click also hydrates lazy parts of the page, which must not happen while effects run.
  setTimeout(() => recordedClick?.button?.click());
}
