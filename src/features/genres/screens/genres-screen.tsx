import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { Button, IconButton } from "#ui/controls/button.tsx";
import { EditIcon, PlusIcon, TrashIcon } from "#ui/icons.ts";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { DataListEmpty } from "#ui/list/data-list.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import type { Column } from "#ui/list/table-parts.ts";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { useOnDemand } from "#ui/use-on-demand.ts";
import type { GenreWithCount } from "../schema.ts";
import { GenreTag } from "../shared/genre-tag.tsx";
import { genresQuery } from "../queries.ts";
import { DeleteGenre } from "./delete-genre.tsx";
import type { RenderCover } from "./genre-dialog.tsx";
import { mostDistinctHue } from "../shared/hues.ts";

const loadGenreDialog = () => import("./genre-dialog.tsx");

/** The open dialog and its genre, which stays set while the dialog closes. */
type DialogState = { kind?: "write" | "delete"; genre?: GenreWithCount };

/** Manager's genres, which can be created, edited and deleted. */
export function GenresScreen({ renderCover }: { renderCover: RenderCover }) {
  const { t } = useTranslation("genres");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const columns = useColumns();
  const [dialog, setDialog] = useState<DialogState>({});
  const form = useOnDemand(loadGenreDialog, { isLikely: true });
  const write = (genre?: GenreWithCount) =>
    void form.use(() => setDialog({ kind: "write", ...(genre && { genre }) }));
  const newButton = useRef<HTMLButtonElement>(null);
  const moveFocusOnClose = useFocusAfterClose(dialog.kind !== undefined, () => newButton.current);
  const close = () => setDialog(({ genre }) => ({ ...(genre && { genre }) }));

  return (
    <div className="grid max-w-reading gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader title={t("title")}>
        <Button ref={newButton} variant="primary" {...form.intent} onClick={() => write()}>
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
          picture={({ id, hue }) => renderCover(id, hue)}
          rowActions={(genre) => (
            <span className="flex justify-end">
              <IconButton
                label={t("editOne", { name: isolate(genre.name) })}
                {...form.intent}
                onClick={() => write(genre)}
              >
                <EditIcon className="size-5" />
              </IconButton>
              <IconButton
                label={t("deleteOne", { name: isolate(genre.name) })}
                onClick={() => setDialog({ kind: "delete", genre })}
              >
                <TrashIcon className="size-5" />
              </IconButton>
            </span>
          )}
        />
      )}
      {form.module && (
        <form.module.GenreDialog
          isOpen={dialog.kind === "write"}
          genre={dialog.genre}
          newHue={mostDistinctHue(genres.map(({ hue }) => hue))}
          renderCover={renderCover}
          onClose={close}
        />
      )}
      {dialog.genre && (
        <DeleteGenre
          key={dialog.genre.id}
          isOpen={dialog.kind === "delete"}
          genre={dialog.genre}
          onClose={close}
          onDeleted={moveFocusOnClose}
        />
      )}
    </div>
  );
}

function useColumns(): Column<GenreWithCount>[] {
  const { t } = useTranslation("genres");
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
        const text = t("count", { count: books });
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
