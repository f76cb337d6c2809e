import type { ReactNode, Ref } from "react";
import { useWatch, type Control, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "#i18n/use-translation.tsx";
import { SaveConflict } from "#resource/ui/record/save-conflict.tsx";
import { useRecordCreation } from "#resource/ui/record/use-record-creation.ts";
import { useRecordEditing } from "#resource/ui/record/use-record-editing.ts";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
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

function GenreForm({ genre, ...props }: GenreFormProps) {
  if (genre) return <EditForm {...props} genre={genre} />;
  return <NewForm {...props} />;
}

function NewForm({ newHue, renderCover, onClose }: Omit<GenreFormProps, "genre">) {
  const { t } = useTranslation("genres");
  const form = useRecordCreation({
    records: genreRecords,
    toInput: (draft: GenreInput) => draft,
    onSaved: onClose,
    onFailure: () => toast.error(t("failed.create")),
  });
  const draft = { name: "", hue: newHue };
  return <GenreFields {...form} draft={draft} submitLabel={t("create")} renderCover={renderCover} />;
}

type EditFormProps = Pick<GenreFormProps, "renderCover" | "onClose"> & { genre: VersionedGenre };

function EditForm({ genre, renderCover, onClose }: EditFormProps) {
  const { t } = useTranslation("genres");
  const editing = useRecordEditing({
    records: genreRecords,
    record: genre,
    toDraft: ({ name, hue }) => ({ name, hue }),
    toInput: (draft: GenreInput) => draft,
    onSaved: onClose,
    onFailure: () => toast.error(t("failed.update")),
  });
  return (
    <>
      <GenreFields {...editing.form} submitLabel={t("save")} renderCover={renderCover} />
      <SaveConflict
        {...editing.conflict}
        fields={{
          name: { name: "genres:fields.name" },
          hue: { name: "genres:fields.hue", show: ({ name, hue }) => <GenreTag name={name} hue={hue} /> },
        }}
      />
    </>
  );
}

type GenreFieldsProps = Pick<GenreFormProps, "renderCover"> & {
  draft: GenreInput;
  submitLabel: string;
  onSubmit: (input: GenreInput, form: UseFormReturn<GenreInput, unknown, GenreInput>) => Promise<unknown>;
  onFailure: (error: unknown) => void;
  ref?: Ref<HTMLFormElement>;
};

function GenreFields({ draft, submitLabel, onSubmit, onFailure, renderCover, ref }: GenreFieldsProps) {
  const { t } = useTranslation("genres");
  const form = useForm<GenreInput, GenreInput>({ schema: genreInputSchema, defaultValues: draft });
  return (
    <Form
      ref={ref}
      form={form}
      onSubmit={(input) => onSubmit(input, form)}
      submitErrors={submitErrors}
      onFailure={onFailure}
    >
      <LabeledField
        label={t("fields.name")}
        control={form.control}
        name="name"
        type="text"
        dir="auto"
        autoComplete="off"
      />
      <LabeledField
        label={t("fields.hue")}
        control={form.control}
        name="hue"
        type="custom"
        render={() => <HuePicker genreHue={draft.hue} />}
      />
      <Preview control={form.control} renderCover={renderCover} />
      <DialogFooter>
        <FormDialogCancel>{t("cancel")}</FormDialogCancel>
        <FormSubmit>{submitLabel}</FormSubmit>
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
