/** Whether a form of the page has unsaved changes: those cancel the event. */
export function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

let pendingSubmits = 0;
let isInterrupted = false;

/** Counts a submit as pending until it ends. */
export async function trackSubmit(submit: Promise<void>): Promise<void> {
  pendingSubmits += 1;
  try {
    await submit;
  } finally {
    pendingSubmits -= 1;
  }
}

/** Whether a form of the page is being sent. */
export function isSubmitting(): boolean {
  return pendingSubmits > 0;
}

/** While the user must do something before what they sent is sent again, it is unsaved. */
export function setSubmitsInterrupted(value: boolean): void {
  isInterrupted = value;
}

export function areSubmitsInterrupted(): boolean {
  return isInterrupted;
}
