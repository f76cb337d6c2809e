type EarlyPress = { button?: HTMLButtonElement; end: () => void };

declare global {
  var earlyPress: EarlyPress | undefined;
}

/**
 * Runs in the page's head: until the page is alive, it keeps the last press of a button that only the page's script
 * answers. Buttons that the browser itself answers (a form's, a menu's) have done their work by then.
 */
export const earlyPressScript = `(()=>{let p={end:()=>removeEventListener("click",k,true)};function k(e){let b=e.target.closest?.("button[type=button]:not([popovertarget],[commandfor])");if(b)p.button=b}addEventListener("click",k,true);globalThis.earlyPress=p})();`;

/**
 * Does what somebody pressed before the page was alive, so that a press is answered on a slow device too. For an effect
 * of the whole page.
 */
export function answerEarlyPress(): void {
  const { earlyPress } = globalThis;
  globalThis.earlyPress = undefined;
  earlyPress?.end();
  // After the effects: parts of the page that are not alive yet are woken by a press, but not in the middle of these.
  setTimeout(() => earlyPress?.button?.click());
}
