import { useState, type ComponentType, type MouseEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonAnchor } from "#ui/controls/button.tsx";
import { DownloadIcon } from "#ui/icons.ts";
import type { ExportDialogProps } from "./export-dialog.tsx";

type ExportButtonProps = Pick<ExportDialogProps, "url" | "fileName" | "total">;

/** Exports a list as CSV: a download link, or with JavaScript a download with progress, whose code is loaded on demand. */
export function ExportButton({ url, fileName, total }: ExportButtonProps) {
  const { t } = useTranslation("resource");
  const [download, setDownload] = useState<{ Dialog: ComponentType<ExportDialogProps>; url: string }>();

  async function start(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const { ExportDialog } = await import("./export-dialog.tsx");
      setDownload({ Dialog: ExportDialog, url });
    } catch {
      location.assign(url);
    }
  }

  return (
    <>
      <ButtonAnchor href={url} download onClick={(event) => void start(event)}>
        <DownloadIcon className="size-5 max-sm:hidden" />
        {t("export.action")}
      </ButtonAnchor>
      {download && (
        <download.Dialog
          url={download.url}
          fileName={fileName}
          total={total}
          onEnd={() => setDownload(undefined)}
        />
      )}
    </>
  );
}
