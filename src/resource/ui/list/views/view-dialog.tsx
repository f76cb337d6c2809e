import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { useTranslation } from "#i18n/use-translation.tsx";
import { viewInputSchema, type SavedView } from "#resource/view-schema.ts";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import type { ListSearch } from "#ui/list/list-search.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { toast } from "#ui/toast/toast.ts";
import { toViewSearch, useViewWrites, type ViewClient } from "./view-client.ts";

const formSchema = z.object({ name: viewInputSchema.shape.name, isShared: z.boolean() });

type ViewValues = z.infer<typeof formSchema>;

/** The texts for the fields, by error code. */
const submitErrors = {
  DUPLICATE_VIEW: { name: "resource:views.nameUsed" },
  TOO_MANY_VIEWS: { name: "resource:views.full" },
};

type ViewDialogProps = {
  client: ViewClient;
  search: ListSearch;
  /** The view to rename, or null to save the list as it is. */
  view: SavedView | null;
  isOpen: boolean;
  onClose: () => void;
};

/** Saves a view under a name, or renames one. */
export function ViewDialog({ isOpen, onClose, ...form }: ViewDialogProps) {
  const { t } = useTranslation("resource");
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(form.view ? "views.renameTitle" : "views.saveTitle")}
      size="small"
    >
      <ViewForm {...form} onClose={onClose} />
    </FormDialog>
  );
}

function ViewForm({ client, search, view, onClose }: Omit<ViewDialogProps, "isOpen">) {
  const { t } = useTranslation("resource");
  const navigate = useNavigate();
  const { create, update } = useViewWrites(client);
  const { data } = useQuery(client.list.queryOptions());
  const defaultValues = { name: view?.name ?? "", isShared: false };
  const form = useForm<ViewValues, ViewValues>({ schema: formSchema, defaultValues });

  async function save({ name, isShared }: ViewValues) {
    const kept = toViewSearch(search);
    const saved = await (view ? update(view, { name }) : create({ name, search: kept, isShared }));
    toast.success(t(view ? "views.renamed" : "views.saved"));
    onClose();
    await navigate({ to: ".", search: { ...kept, view: saved.name } as never, replace: true });
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      submitErrors={submitErrors}
      onFailure={() => toast.error(t("views.failed"))}
    >
      <FormField>
        <FormFieldLabel>{t("views.name")}</FormFieldLabel>
        <FormFieldController control={form.control} name="name" type="text" dir="auto" autoComplete="off" />
        {!view && <FormFieldHelper>{t("views.help")}</FormFieldHelper>}
      </FormField>
      {!view && data?.canShare && (
        <LabeledField label={t("views.forEveryone")} control={form.control} name="isShared" type="checkbox" />
      )}
      <DialogFooter>
        <FormDialogCancel>{t("form.cancel")}</FormDialogCancel>
        <FormSubmit>{t("form.save")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}
