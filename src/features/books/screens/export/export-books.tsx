import { useState, type ComponentType, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { ButtonAnchor } from "#ui/controls/button.tsx";
import { DownloadIcon } from "#ui/icons.ts";
import { toListQuery, type BookListSearch } from "#features/books/search-params.ts";
import type { BookTotal } from "../../schema.ts";
import type { ExportDialogProps } from "./export-dialog.tsx";

type ExportBooksProps = {
  search: BookListSearch;
  total: BookTotal;
};

/**
 * The list as a CSV file: a link that the browser downloads by itself, and where there is JavaScript, a download that
 * shows how far it is. Its code is fetched when somebody presses it.
 */
export function ExportBooks({ search, total }: ExportBooksProps) {
  const { t } = useTranslation("books");
  const [begun, setBegun] = useState<{ Dialog: ComponentType<ExportDialogProps>; address: string }>();
  const address = `/api/books.csv?${new URLSearchParams(toListQuery(search))}`;

  async function begin(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const { ExportDialog } = await import("./export-dialog.tsx");
      setBegun({ Dialog: ExportDialog, address });
    } catch {
      location.assign(address);
    }
  }

  return (
    <>
      <ButtonAnchor href={address} download onClick={(event) => void begin(event)}>
        <DownloadIcon className="size-5 max-sm:hidden" />
        {t("export.action")}
      </ButtonAnchor>
      {begun && <begun.Dialog address={begun.address} total={total} onEnd={() => setBegun(undefined)} />}
    </>
  );
}
