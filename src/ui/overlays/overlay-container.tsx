import { createContext, use } from "react";

/**
 * Where floating parts (lists of choices, tooltips) are put into the page: inside the modal dialog that they belong
 * to, because everything outside of it is inert. `null`: the end of the body.
 */
export const OverlayContainer = createContext<HTMLElement | null>(null);

/** The element into which a floating part goes; `undefined` where that is the body. */
export function useOverlayContainer(): HTMLElement | undefined {
  return use(OverlayContainer) ?? undefined;
}
