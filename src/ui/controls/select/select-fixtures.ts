import { useEffect } from "react";

/** Opens a select as a user does: by the arrow key, or by typing. */
export function useOpenedSelect(id: string, opened: { typed?: string } | undefined): void {
  useEffect(() => {
    const input = document.getElementById(id);
    if (!opened || !(input instanceof HTMLInputElement)) return;
    input.focus();
    if (opened.typed === undefined) {
      input.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: "ArrowDown" }));
      return;
    }
    input.setRangeText(opened.typed, 0, input.value.length, "end");
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  }, [id, opened]);
}
