import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { genresQuery } from "#features/genres/shared/queries.ts";
import { Button } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import type { Book, BookInput } from "../schema.ts";

/** What somebody wanted to save, and the book as someone else left it; `undefined` where they deleted it. */
export type Conflict = { mine: BookInput; current: Book | undefined };

/** The conflict that a refused save tells of, if it does. */
export function conflictIn(error: unknown, mine: BookInput = {} as BookInput): Conflict | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (error.code === "NOT_FOUND") return { mine, current: undefined };
  if (error.code !== "CHANGED" || !("data" in error)) return undefined;
  return { mine, current: (error.data as { current: Book }).current };
}

type SaveConflictProps = {
  conflict: Conflict | undefined;
  onClose: () => void;
  onKeepMine: (conflict: Conflict) => Promise<unknown>;
  onTakeTheirs: (current: Book) => void;
};

/** Shows both versions of a book that two people changed, and lets the second one choose. */
export function SaveConflict({ conflict, onClose, onKeepMine, onTakeTheirs }: SaveConflictProps) {
  const { t } = useTranslation("books");
  const [isBusy, setBusy] = useState(false);
  const current = conflict?.current;

  async function keepMine() {
    if (!conflict || isBusy) return;
    setBusy(true);
    try {
      onClose();
      await onKeepMine(conflict);
    } catch {
      toast.failure(t("update.failed"));
    } finally {
      setBusy(false);
    }
  }

  function takeTheirs() {
    onClose();
    if (current) onTakeTheirs(current);
  }

  return (
    <Dialog
      isOpen={conflict !== undefined}
      onClose={onClose}
      title={t(current ? "conflict.changed" : "conflict.deleted")}
      description={t(current ? "conflict.changedText" : "conflict.deletedText")}
      footer={
        <>
          {current && <Button onClick={takeTheirs}>{t("conflict.takeTheirs")}</Button>}
          <Button look="primary" isBusy={isBusy} onClick={() => void keepMine()}>
            {t(current ? "conflict.keepMine" : "conflict.createAgain")}
          </Button>
        </>
      }
    >
      {conflict && current && <Versions mine={conflict.mine} current={current} />}
    </Dialog>
  );
}

/** The fields of both versions, side by side. */
function Versions({ mine, current }: { mine: BookInput; current: Book }) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const fields = [
    [t("fields.title"), mine.title, current.title],
    [t("fields.author"), mine.author, current.author],
    [t("fields.genre"), genres.find(({ id }) => id === mine.genreId)?.name, current.genre.name],
    [t("fields.publisher"), mine.publisher, current.publisher],
  ] as const;
  return (
    <table className="w-full text-start text-sm [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-2 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top">
      <thead>
        <tr className="text-ink-soft">
          <td />
          <th scope="col">{t("conflict.mine")}</th>
          <th scope="col">{t("conflict.theirs")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(([label, own, other]) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="font-normal text-ink-soft">
              {label}
            </th>
            <td className={own === other ? "" : "font-semibold"}>
              <bdi>{own ?? "—"}</bdi>
            </td>
            <td className={own === other ? "" : "font-semibold"}>
              <bdi>{other ?? "—"}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
