import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { HueBar } from "#ui/display/hue-bar.tsx";
import { Button, IconButton } from "#ui/controls/button.tsx";
import { EditIcon, PlusIcon, TrashIcon } from "#ui/icons.ts";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { DataListEmpty } from "#ui/list/data-list.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { genreParts } from "../genre-parts.ts";
import type { GenreWithUses } from "../schema.ts";
import { GenreTag } from "../shared/genre-tag.tsx";
import { mostDistinctHue } from "../shared/hues.ts";
import { genresQuery } from "../queries.ts";
import { DeleteGenre } from "./delete-genre.tsx";
import { GenreExample } from "./genre-example.tsx";

const loadForm = () => import("./genre-dialog.tsx");

/** Manager's genres, all on one page, which are created, edited and deleted in dialogs. */
export function GenresScreen() {
  const { t } = useTranslation("genres");
  const { data: genres } = useSuspenseQuery(genresQuery);
  // The genre stays set while its dialog closes.
  const [dialog, setDialog] = useState<{ kind?: "write" | "delete"; genre?: GenreWithUses | undefined }>({});
  const form = useOnDemand(loadForm);
  const newButton = useRef<HTMLButtonElement>(null);
  const moveFocusOnClose = useFocusAfterClose(dialog.kind !== undefined, () => newButton.current);
  const write = (genre?: GenreWithUses) => void form.use(() => setDialog({ kind: "write", genre }));
  const close = () => setDialog(({ genre }) => ({ genre }));

  return (
    <div className="grid gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader title={t("title")}>
        <Button ref={newButton} variant="primary" {...form.intent} onClick={() => write()}>
          <PlusIcon className="size-5" />
          {t("new")}
        </Button>
      </PageHeader>
      <DataTable
        label={t("title")}
        rows={genres}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "name",
            header: t("fields.name"),
            cell: ({ name, hue }) => <GenreTag name={name} hue={hue} />,
          },
          ...genreParts.map((part) => ({
            key: part.key,
            header: t(part.texts.heading),
            cell: (genre: GenreWithUses) => (
              <Uses
                genre={genre}
                part={part}
                largest={Math.max(...genres.map(({ uses }) => uses[part.key] ?? 0))}
              />
            ),
          })),
        ]}
        picture={({ id, hue }) => <GenreExample seed={id} hue={hue} />}
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
        instead={genres.length === 0 && <DataListEmpty>{t("empty")}</DataListEmpty>}
      />
      {form.module && (
        <form.module.GenreDialog
          isOpen={dialog.kind === "write"}
          genre={dialog.genre}
          newHue={mostDistinctHue(genres.map(({ hue }) => hue))}
          onClose={close}
        />
      )}
      {dialog.genre && (
        <DeleteGenre
          key={dialog.genre.id}
          isOpen={dialog.kind === "delete"}
          record={dialog.genre}
          onClose={close}
          onDeleted={moveFocusOnClose}
        />
      )}
    </div>
  );
}

type UsesProps = {
  genre: GenreWithUses;
  part: (typeof genreParts)[number];
  /** The largest number of all genres. */
  largest: number;
};

/** How many records of a feature have the genre, which links to them, with a bar. */
function Uses({ genre: { id, hue, uses }, part: { key, texts, link }, largest }: UsesProps) {
  const { t } = useTranslation();
  const count = uses[key] ?? 0;
  const text = t(texts.count, { count });
  if (count === 0) return text;
  return (
    <span className="flex items-center gap-4">
      <Link
        {...link("manager", id)}
        className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground sm:w-24"
      >
        {text}
      </Link>
      <span className="w-32 max-sm:hidden lg:w-64 2xl:w-96" aria-hidden>
        <HueBar hue={hue} share={count / largest} />
      </span>
    </span>
  );
}
