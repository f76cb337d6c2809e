import { useEffect, useEffectEvent, useState } from "react";

/**
 * Files that are brought to a page: pasted ones go to `onFile`, unless somebody pastes text into a field. A dropped one
 * that misses its target is no reason for the browser to leave the page for it. Says whether one hovers over the page.
 */
export function usePageFiles(onFile: (file: File) => void): boolean {
  const [isHovering, setHovering] = useState(false);

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event;
    const [file] = clipboardData?.files ?? [];
    if (!file || event.defaultPrevented || isModalOpen()) return;
    if (clipboardData?.types.includes("text/plain") && isTextField(target)) return;
    event.preventDefault();
    onFile(file);
  });

  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      setHovering(true);
      if (!isFileField(event.target)) prevent(event);
    };
    const drop = (event: DragEvent) => {
      setHovering(false);
      if (event.dataTransfer?.types.includes("Files") && !isFileField(event.target)) event.preventDefault();
    };
    document.addEventListener("dragover", over, options);
    document.addEventListener("drop", drop, options);
    // Out of the window.
    document.addEventListener("dragleave", (event) => !event.relatedTarget && setHovering(false), options);
    document.addEventListener("paste", (event) => paste(event), options);
    return () => listening.abort();
  }, []);

  return isHovering;
}

function prevent(event: DragEvent) {
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
}

function isFileField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "file" && !target.disabled;
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, [contenteditable]");
}

function isModalOpen(): boolean {
  return document.querySelector("dialog:modal") !== null;
}
