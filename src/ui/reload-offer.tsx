import { useEffect, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { BottomNotice } from "./bottom-notice.tsx";
import { Button, IconButton } from "./controls/button.tsx";
import { CloseIcon } from "./icons.ts";

/** The page's own build, and those of the servers that have responded to it. */
const knownBuilds = new Set<string>();
let showOffer: (() => void) | undefined;

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
  showOffer?.();
}

/** For the root of all pages: the offer, when there is one. @param props.build of the server that rendered the page */
export function ReloadOffer({ build }: { build: string | undefined }) {
  const { t } = useTranslation("components");
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    showOffer = () => setShown(true);
    return () => (showOffer = undefined);
  }, []);
  useEffect(() => reportBuild(build), [build]);

  return (
    <BottomNotice>
      {isShown && (
        <div className="pointer-events-auto flex items-center gap-2 rounded-surface border bg-surface p-1.5 ps-3.5 font-medium shadow-[0_8px_24px_rgb(0_0_0/0.12)]">
          <p>{t("newVersion.text")}</p>
          <Button onClick={() => location.reload()}>{t("newVersion.reload")}</Button>
          <IconButton label={t("toast.dismiss")} onClick={() => setShown(false)}>
            <CloseIcon className="size-5" />
          </IconButton>
        </div>
      )}
    </BottomNotice>
  );
}
