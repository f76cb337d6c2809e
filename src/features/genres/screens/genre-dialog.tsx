import { useRef, type ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { apiErrorOf } from "#lib/api-error.ts";
import { useCreateRecord, useUpdateRecord } from "#resource/queries.ts";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { toast } from "#ui/toast/toast.ts";
import { genreRecords } from "../queries.ts";
import { genreInputSchema, type GenreInput, type VersionedGenre } from "../schema.ts";
import { GenreTag } from "../shared/genre-tag.tsx";
import { HuePicker } from "./hue-picker.tsx";

/** Renders the generated cover of an example book in a genre's hue, a different one for each seed. */
export type RenderCover = (seed: string, hue: number) => ReactNode;

/** The texts for the fields, by error code. */
const submitErrors = {
  DUPLICATE_GENRE: { name: "genres:errors.nameUsed" },
  TOO_MANY_GENRES: { name: "genres:errors.full" },
  NOT_FOUND: { name: "genres:errors.gone" },
  VERSION_CONFLICT: { name: "genres:errors.changed" },
};

type GenreFormProps = {
  /** The genre to edit; undefined for a new one. */
  genre: VersionedGenre | undefined;
  /** The initial hue of a new genre, in degrees. */
  newHue: number;
  renderCover: RenderCover;
  onClose: () => void;
};

/** Creates or edits a genre. */
export function GenreDialog({ isOpen, ...form }: GenreFormProps & { isOpen: boolean }) {
  const { t } = useTranslation("genres");
  return (
    <FormDialog isOpen={isOpen} onClose={form.onClose} title={t(form.genre ? "edit" : "new")}>
      {/* By genre, because the dialog may open again while it closes. */}
      <GenreForm key={form.genre?.id} {...form} />
    </FormDialog>
  );
}

function GenreForm({ genre, newHue, renderCover, onClose }: GenreFormProps) {
  const { t } = useTranslation("genres");
  const { mutateAsync: create } = useCreateRecord(genreRecords);
  const { mutateAsync: update } = useUpdateRecord(genreRecords);
  const defaultValues = { name: genre?.name ?? "", hue: genre?.hue ?? newHue };
  // The version that saving replaces: after a conflict, the current one.
  const version = useRef(genre?.version ?? 0);
  const form = useForm<GenreInput, GenreInput>({ schema: genreInputSchema, defaultValues });

  async function save(input: GenreInput) {
    if (genre) await update({ ...input, id: genre.id, version: version.current }).catch(updateVersion);
    else await create(input);
    toast.success(t(genre ? "done.saved" : "done.created"));
    onClose();
  }

  function updateVersion(error: unknown): never {
    const { code, data } = apiErrorOf(error) ?? {};
    if (code === "VERSION_CONFLICT") version.current = (data as { current: VersionedGenre }).current.version;
    throw error;
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      submitErrors={submitErrors}
      onFailure={() => toast.error(t(genre ? "failed.update" : "failed.create"))}
    >
      <FormField>
        <FormFieldLabel>{t("fields.name")}</FormFieldLabel>
        <FormFieldController control={form.control} name="name" type="text" dir="auto" autoComplete="off" />
      </FormField>
      <FormField>
        <FormFieldLabel>{t("fields.hue")}</FormFieldLabel>
        <FormFieldController
          control={form.control}
          name="hue"
          type="custom"
          render={() => <HuePicker genreHue={defaultValues.hue} />}
        />
      </FormField>
      <Preview control={form.control} renderCover={renderCover} />
      <DialogFooter>
        <FormDialogCancel>{t("cancel")}</FormDialogCancel>
        <FormSubmit>{t(genre ? "save" : "create")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}

type PreviewProps = { control: Control<GenreInput, unknown, GenreInput>; renderCover: RenderCover };

/** The genre's tag and example covers in its hue. */
function Preview({ control, renderCover }: PreviewProps) {
  const { t } = useTranslation("genres");
  const [name, hue] = useWatch({ control, name: ["name", "hue"] });
  return (
    <div aria-hidden className="flex items-center gap-4 rounded-surface bg-background p-4">
      <div className="flex shrink-0 gap-2 *:w-12">
        {["a", "c", "e"].map((seed) => (
          <span key={seed}>{renderCover(seed, hue)}</span>
        ))}
      </div>
      <GenreTag name={name.trim() || t("fields.name")} hue={hue} />
    </div>
  );
}
