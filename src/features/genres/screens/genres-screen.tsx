import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { isolate } from "#i18n/isolate.tsx";
import type { Language } from "#i18n/languages.ts";
import { Button, IconButton } from "#ui/controls/button.tsx";
import { EditIcon, PlusIcon, TrashIcon } from "#ui/icons.ts";
import { PageHeader } from "#ui/layout/page-header.tsx";
import type { Column } from "#ui/list/column.ts";
import { DataListEmpty } from "#ui/list/data-list.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { PageTitle } from "#ui/page-title.tsx";
import type { GenreWithCount } from "../schema.ts";
import { GenreTag } from "../shared/genre-tag.tsx";
import { genresQuery } from "../queries.ts";
import { DeleteGenre } from "./delete-genre.tsx";
import { GenreDialog, type DrawCover } from "./genre-dialog.tsx";
import { mostDistinctHue } from "../shared/hues.ts";

/** What is done with which genre. The genre stays while its dialog closes. */
type Task = { kind?: "write" | "delete"; genre?: GenreWithCount };

/** Manager's genres: added, renamed, recoloured and deleted (decisions: "Books and genres"). */
export function GenresScreen({ drawCover }: { drawCover: DrawCover }) {
  const { t } = useTranslation("genres");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const columns = useColumns();
  const [task, setTask] = useState<Task>({});
  const newButton = useRef<HTMLButtonElement>(null);
  const moveFocusOnClose = useFocusAfterClose(task.kind !== undefined, () => newButton.current);
  const close = () => setTask(({ genre }) => ({ ...(genre && { genre }) }));

  return (
    <div className="grid max-w-3xl gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader title={t("title")}>
        <Button ref={newButton} variant="primary" onClick={() => setTask({ kind: "write" })}>
          <PlusIcon className="size-5" />
          {t("new")}
        </Button>
      </PageHeader>
      {genres.length === 0 ? (
        <DataListEmpty>{t("empty")}</DataListEmpty>
      ) : (
        <DataTable
          label={t("title")}
          rows={genres}
          rowKey={({ id }) => id}
          columns={columns}
          picture={({ id, hue }) => drawCover(id, hue)}
          rowActions={(genre) => (
            <span className="flex justify-end">
              <IconButton
                label={t("editOne", { name: isolate(genre.name) })}
                onClick={() => setTask({ kind: "write", genre })}
              >
                <EditIcon className="size-5" />
              </IconButton>
              <IconButton
                label={t("deleteOne", { name: isolate(genre.name) })}
                onClick={() => setTask({ kind: "delete", genre })}
              >
                <TrashIcon className="size-5" />
              </IconButton>
            </span>
          )}
        />
      )}
      <GenreDialog
        isOpen={task.kind === "write"}
        genre={task.genre}
        newHue={mostDistinctHue(genres.map(({ hue }) => hue))}
        drawCover={drawCover}
        onClose={close}
      />
      {task.genre && (
        <DeleteGenre
          key={task.genre.id}
          isOpen={task.kind === "delete"}
          genre={task.genre}
          onClose={close}
          onDeleted={moveFocusOnClose}
        />
      )}
    </div>
  );
}

function useColumns(): Column<GenreWithCount>[] {
  const { t, i18n } = useTranslation("genres");
  return [
    {
      key: "name",
      header: t("fields.name"),
      cell: ({ name, hue }) => <GenreTag name={name} hue={hue} />,
    },
    {
      key: "books",
      header: t("fields.books"),
      cell: ({ id, books }) => {
        const text = t("count", { count: books, number: formatNumber(i18n.language as Language, books) });
        if (books === 0) return text;
        return (
          <Link
            to="/manager/books"
            search={{ genre: id }}
            className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground"
          >
            {text}
          </Link>
        );
      },
    },
  ];
}
