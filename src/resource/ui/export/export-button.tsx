import { useState, type MouseEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonAnchor } from "#ui/controls/button.tsx";
import { DownloadIcon } from "#ui/icons.ts";
import { useOnDemand } from "#ui/use-on-demand.ts";
import type { ExportDialogProps } from "./export-dialog.tsx";

type ExportButtonProps = Pick<ExportDialogProps, "url" | "fileName" | "total">;

/** Exports a list as CSV: a download link, or with JavaScript a download with progress, whose code is loaded on demand. */
export function ExportButton({ url, fileName, total }: ExportButtonProps) {
  const { t } = useTranslation("resource");
  const dialog = useOnDemand(() => import("./export-dialog.tsx"));
  const [startedUrl, setStartedUrl] = useState<string>();

  function start(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void dialog.use(
      () => setStartedUrl(url),
      () => location.assign(url),
    );
  }

  return (
    <>
      <ButtonAnchor href={url} download onClick={start} {...dialog.intent}>
        <DownloadIcon className="size-5 max-sm:hidden" />
        {t("export.action")}
      </ButtonAnchor>
      {dialog.module && startedUrl && (
        <dialog.module.ExportDialog
          url={startedUrl}
          fileName={fileName}
          total={total}
          onEnd={() => setStartedUrl(undefined)}
        />
      )}
    </>
  );
}
