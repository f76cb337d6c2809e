import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "./controls/button.tsx";
import { toast } from "./toast/toast.ts";

/** The page's own build, and those of the servers that have responded to it. */
const knownBuilds = new Set<string>();
let showOffer: (() => void) | undefined;
let dismissOffer: (() => void) | undefined;

/**
 * Tells the build of a server that responded. The first is the page's own; for each other one, a reload is offered once.
 * @param id null or undefined if the server has none
 */
export function reportBuild(id: string | null | undefined): void {
  if (!id || knownBuilds.has(id)) return;
  knownBuilds.add(id);
  if (knownBuilds.size > 1) offerReload();
}

/** Offers to reload the page. It never reloads by itself, because the user may have typed something. */
export function offerReload(): void {
  dismissOffer?.();
  showOffer?.();
}

/** For the root of all pages, which shows the offer. @param build of the server that rendered the page */
export function useReloadOffer(build: string | undefined): void {
  const { t } = useTranslation("components");
  const show = useEffectEvent(() => {
    dismissOffer = toast.success(t("newVersion.text"), {
      action: () => <Button onClick={() => location.reload()}>{t("newVersion.reload")}</Button>,
      durationMs: Infinity,
    });
  });

  useEffect(() => {
    showOffer = () => show();
    return () => (showOffer = undefined);
  }, []);
  useEffect(() => reportBuild(build), [build]);
}
