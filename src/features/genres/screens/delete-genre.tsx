import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { apiErrorOf } from "#lib/api-error.ts";
import { DeleteRecord, type RecordDialogProps } from "#resource/ui/record/delete-record.tsx";
import { Button, ButtonLink } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { genreParts } from "../genre-parts.ts";
import { genreRecords } from "../queries.ts";
import type { GenreWithUses } from "../schema.ts";

/** Deletes a genre after a confirmation. For one in use, it says how many records have it instead. */
export function DeleteGenre({ record: genre, isOpen, ...dialog }: RecordDialogProps<GenreWithUses>) {
  const { t } = useTranslation("genres");
  // The server's numbers, if records got the genre after the list was loaded.
  const [uses, setUses] = useState(genre.uses);
  const used = genreParts.filter(({ key }) => uses[key]);
  const isUsed = used.length > 0;
  const name = isolate(genre.name);

  function fail(error: unknown) {
    const { code, data } = apiErrorOf(error) ?? {};
    if (code === "GENRE_IN_USE") setUses((data as Pick<GenreWithUses, "uses">).uses);
    else toast.error(t("failed.delete"));
  }

  return (
    <>
      <DeleteRecord
        {...dialog}
        record={genre}
        records={genreRecords}
        isOpen={isOpen && !isUsed}
        onFailure={fail}
        texts={{
          title: <Isolated>{t("delete.title", { name })}</Isolated>,
          text: t("delete.text"),
          done: t("done.deleted"),
        }}
      />
      <Dialog
        isOpen={isOpen && isUsed}
        onClose={dialog.onClose}
        title={<Isolated>{t("inUse.title", { name })}</Isolated>}
        description={used.map(({ key, texts }) => t(texts.inUse, { count: uses[key] })).join(" ")}
        size="small"
        footer={
          <>
            <Button onClick={dialog.onClose}>{t("inUse.close")}</Button>
            {used.map(({ key, texts, link }) => (
              <ButtonLink key={key} {...link("manager", genre.id)}>
                {t(texts.show)}
              </ButtonLink>
            ))}
          </>
        }
      />
    </>
  );
}
