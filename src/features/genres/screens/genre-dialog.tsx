import type { Ref } from "react";
import { useWatch, type Control, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "#i18n/use-translation.tsx";
import { useCreateRecord } from "#resource/queries.ts";
import { SaveConflict } from "#resource/ui/record/save-conflict.tsx";
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
import { GenreExample } from "./genre-example.tsx";
import { HuePicker } from "./hue-picker.tsx";

/** The texts for the fields, by error code. */
const submitErrors = {
  DUPLICATE_GENRE: { name: "genres:errors.nameUsed" },
  TOO_MANY_GENRES: { name: "genres:errors.full" },
};

type GenreDialogProps = {
  /** The genre to edit; undefined for a new one. */
  genre: VersionedGenre | undefined;
  /** The initial hue of a new genre, in degrees. */
  newHue: number;
  isOpen: boolean;
  onClose: () => void;
};

/** Creates or edits a genre. */
export function GenreDialog({ genre, newHue, isOpen, onClose }: GenreDialogProps) {
  const { t } = useTranslation("genres");
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t(genre ? "edit" : "new")}>
      {genre ? (
        // By genre, because the dialog may open again while it closes.
        <EditForm key={genre.id} genre={genre} onClose={onClose} />
      ) : (
        <NewForm newHue={newHue} onClose={onClose} />
      )}
    </FormDialog>
  );
}

function NewForm({ newHue, onClose }: Pick<GenreDialogProps, "newHue" | "onClose">) {
  const { t } = useTranslation("genres");
  const { mutateAsync: create } = useCreateRecord(genreRecords);
  return (
    <GenreFields
      draft={{ name: "", hue: newHue }}
      submitLabel={t("create")}
      onSubmit={async (input) => {
        await create(input);
        toast.success(t("resource:saved"));
        onClose();
      }}
      onFailure={() => toast.error(t("failed.create"))}
    />
  );
}

type EditFormProps = Pick<GenreDialogProps, "onClose"> & { genre: VersionedGenre };

function EditForm({ genre, onClose }: EditFormProps) {
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
      <GenreFields {...editing.form} submitLabel={t("save")} />
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

type GenreFieldsProps = {
  draft: GenreInput;
  submitLabel: string;
  onSubmit: (input: GenreInput, form: UseFormReturn<GenreInput, unknown, GenreInput>) => Promise<unknown>;
  onFailure: (error: unknown) => void;
  ref?: Ref<HTMLFormElement>;
};

function GenreFields({ draft, submitLabel, onSubmit, onFailure, ref }: GenreFieldsProps) {
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
      <Preview control={form.control} />
      <DialogFooter>
        <FormDialogCancel>{t("cancel")}</FormDialogCancel>
        <FormSubmit>{submitLabel}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}

/** The genre's tag and examples in its hue. */
function Preview({ control }: { control: Control<GenreInput, unknown, GenreInput> }) {
  const { t } = useTranslation("genres");
  const [name, hue] = useWatch({ control, name: ["name", "hue"] });
  return (
    <div aria-hidden className="flex items-center gap-4 rounded-surface bg-background p-4">
      <div className="flex shrink-0 gap-2 *:w-12">
        {["a", "c", "e"].map((seed) => (
          <span key={seed}>
            <GenreExample seed={seed} hue={hue} />
          </span>
        ))}
      </div>
      <GenreTag name={name.trim() || t("fields.name")} hue={hue} />
    </div>
  );
}
