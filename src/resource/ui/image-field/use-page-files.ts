import { useEffect, useEffectEvent, useState } from "react";

/**
 * Handles files that are pasted into the page or dragged over it. A pasted file goes to `onFile`, unless text is pasted
 * into a text field. A file that is dropped outside of a file input doesn't navigate away from the page.
 * @returns whether a file is being dragged over the page
 */
export function usePageFiles(onFile: (file: File) => void): boolean {
  const [isDragging, setDragging] = useState(false);

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event;
    const [file] = clipboardData?.files ?? [];
    if (!file || event.defaultPrevented || document.querySelector("dialog:modal")) return;
    const isInTextField =
      target instanceof HTMLElement && target.matches("input, textarea, [contenteditable]");
    if (isInTextField && clipboardData?.types.includes("text/plain")) return;
    event.preventDefault();
    onFile(file);
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const dragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      setDragging(true);
      if (isFileInput(event.target)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (hasFiles(event) && !isFileInput(event.target)) event.preventDefault();
    };
    // Without a related target the pointer has left the window.
    const dragLeave = (event: DragEvent) => !event.relatedTarget && setDragging(false);
    document.addEventListener("dragover", dragOver, { signal });
    document.addEventListener("drop", drop, { signal });
    document.addEventListener("dragleave", dragLeave, { signal });
    document.addEventListener("paste", (event) => paste(event), { signal });
    return () => controller.abort();
  }, []);

  return isDragging;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

function isFileInput(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "file" && !target.disabled;
}
