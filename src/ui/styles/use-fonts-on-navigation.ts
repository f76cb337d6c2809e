import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Shows fonts that would have moved the first screen with the next one (late-fonts.ts). */
export function useFontsOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged }) => {
        const { dataset } = document.documentElement;
        if (pathChanged && dataset.fonts === "next") delete dataset.fonts;
      }),
    [router],
  );
}
