/** Whether a form of the page has unsaved changes: those cancel the event. */
export function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
