import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { Button } from "#ui/controls/button.tsx";
import { Progress } from "#ui/display/progress.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { download, openDownloadTarget } from "./download.ts";

export type ExportDialogProps = {
  url: string;
  /** The file's name, to which the date is added. */
  fileName: string;
  /** The number of rows in the list. */
  total: { count: number; isExact: boolean };
  /** Called when the download has succeeded, failed or been canceled. */
  onEnd: () => void;
};

/** With more rows, the user chooses the file first, which is then written on disk and not collected in memory. */
const manyRows = 10_000;

/** Downloads a list and shows the progress. */
export function ExportDialog({ url, fileName, total, onEnd }: ExportDialogProps) {
  const { t, i18n } = useTranslation("resource");
  const [rows, setRows] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const running = useRef<AbortController>(undefined);
  const number = formatNumber(i18n.language, total.count);
  const totalText = total.isExact ? number : t("components:list.atLeast", { number });

  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const isLarge = !total.isExact || total.count > manyRows;
      const name = `${fileName} ${new Date().toISOString().slice(0, 10)}.csv`;
      const target = await openDownloadTarget(name, isLarge);
      if (!target) return;
      setOpen(true);
      const count = await download(url, target, { signal, onRows: setRows });
      toast.success(t("resource:export.done", { count }));
    } catch {
      if (!signal.aborted) toast.error(t("resource:export.failed"));
    } finally {
      if (!signal.aborted) setOpen(false);
      onEnd();
    }
  });

  useEffect(() => {
    const controller = new AbortController();
    running.current = controller;
    void run(controller.signal);
    return () => controller.abort();
  }, []);

  const cancel = () => running.current?.abort();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={cancel}
      title={t("resource:export.title")}
      size="small"
      hasCloseButton={false}
      footer={<Button onClick={cancel}>{t("components:dialog.cancel")}</Button>}
    >
      <Progress
        label={t("resource:export.progress", { count: rows, total: totalText })}
        value={total.isExact && total.count > 0 ? Math.min(1, rows / total.count) : undefined}
      />
    </Dialog>
  );
}
