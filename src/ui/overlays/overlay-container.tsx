import { createContext, use } from "react";

/** The modal dialog that portals must render into, because everything outside is inert. `null`: the body. */
export const OverlayContainer = createContext<HTMLElement | null>(null);

/** The container for portals; `undefined` for the body. */
export function useOverlayContainer(): HTMLElement | undefined {
  return use(OverlayContainer) ?? undefined;
}
