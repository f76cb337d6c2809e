/**
 * Says in `--keyboard-height` how much of the page's lower end an on-screen keyboard covers, and keeps what is being
 * filled in visible. Browsers move such a keyboard over the page, not the page above it. Returns how to end that.
 */
export function trackKeyboardHeight(): () => void {
  const { visualViewport: visible } = window;
  const page = document.documentElement;

  function fit() {
    // What a person enlarged is covered by nothing.
    const covered = visible?.scale === 1 ? window.innerHeight - visible.height - visible.offsetTop : 0;
    page.style.setProperty("--keyboard-height", `${Math.max(0, Math.round(covered))}px`);
    if (covered > 0) document.activeElement?.scrollIntoView({ block: "nearest" });
  }

  fit();
  visible?.addEventListener("resize", fit);
  return () => {
    visible?.removeEventListener("resize", fit);
    page.style.removeProperty("--keyboard-height");
  };
}
