import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/** Calls a function when the screen of another path is rendered, and not for the first screen. */
export function useNavigated(onNavigated: () => void): void {
  const router = useRouter();
  const call = useEffectEvent(onNavigated);
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) call();
      }),
    [router],
  );
}
