import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { genresQuery } from "#features/genres/queries.ts";
import { isDeleted, versionConflictOf } from "#resource/queries.ts";
import { Button } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { Cover } from "../cover/cover.tsx";
import type { Book } from "../schema.ts";
import type { BookDraft } from "./book-form.tsx";

/** The user's draft and the current book, which is undefined if someone else has deleted it. */
export type Conflict = { mine: BookDraft; current: Book | undefined };

/** The conflict in a failed save's error, if it is one. */
export function conflictOf(error: unknown): Pick<Conflict, "current"> | undefined {
  return isDeleted(error) ? { current: undefined } : versionConflictOf<Book>(error);
}

type SaveConflictProps = {
  isOpen: boolean;
  /** Also set while the dialog closes. */
  conflict: Conflict | undefined;
  onClose: () => void;
  onKeepMine: (current: Book | undefined) => void;
  onTakeTheirs: (current: Book) => void;
};

/** Shows the user's version and the current version of a book, and lets the user choose. */
export function SaveConflict({ isOpen, conflict, onClose, onKeepMine, onTakeTheirs }: SaveConflictProps) {
  const { t } = useTranslation(["books", "resource"]);
  const current = conflict?.current;

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(current ? "conflict.changed" : "resource:deleted.title")}
      description={t(current ? "conflict.changedText" : "resource:deleted.editing")}
      footer={
        <>
          {current && <Button onClick={() => onTakeTheirs(current)}>{t("conflict.takeTheirs")}</Button>}
          <Button variant="primary" onClick={() => onKeepMine(current)}>
            {t(current ? "conflict.keepMine" : "resource:deleted.createAgain")}
          </Button>
        </>
      }
    >
      {conflict && current && <Versions mine={conflict.mine} current={current} />}
    </Dialog>
  );
}

/** The two versions side by side. */
function Versions({ mine, current }: { mine: BookDraft; current: Book }) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const genre = genres.find(({ id }) => id === mine.genreId);
  const fields = [
    [t("fields.title"), mine.title, current.title],
    [t("fields.author"), mine.author, current.author],
    [t("fields.genre"), genre?.name, current.genre.name],
    [t("fields.publisher"), mine.publisher, current.publisher],
  ] as const;
  return (
    <table className="w-full text-start text-sm [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-2 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top [&_td]:wrap-anywhere">
      <thead>
        <tr className="text-muted-foreground">
          <td />
          <th scope="col">{t("conflict.mine")}</th>
          <th scope="col">{t("conflict.theirs")}</th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-t border-border">
          <th scope="row" className="font-normal text-muted-foreground">
            {t("cover.label")}
          </th>
          <VersionCover book={mine} hue={genre?.hue ?? current.genre.hue} />
          <VersionCover book={current} hue={current.genre.hue} />
        </tr>
        {fields.map(([label, ownValue, otherValue]) => (
          <tr key={label} className="border-t border-border">
            <th scope="row" className="font-normal text-muted-foreground">
              {label}
            </th>
            <td className={ownValue === otherValue ? "" : "font-semibold"}>
              <bdi>{ownValue ?? "—"}</bdi>
            </td>
            <td className={ownValue === otherValue ? "" : "font-semibold"}>
              <bdi>{otherValue ?? "—"}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type VersionCoverProps = { book: Pick<Book, "title" | "author" | "cover">; hue: number };

/** The cover of a version, with a description for screen readers. */
function VersionCover({ book: { title, author, cover }, hue }: VersionCoverProps) {
  const { t } = useTranslation("books");
  return (
    <td>
      <span className="block w-full max-w-20">
        <Cover title={title} author={author} hue={hue} picture={cover} isFirst />
      </span>
      <span className="sr-only">{t(cover ? "conflict.uploaded" : "conflict.drawn")}</span>
    </td>
  );
}
