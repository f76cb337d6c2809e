import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { updateSearch } from "#ui/list/list-search.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useRename } from "../../queries.ts";
import { nameSchema } from "../../schema.ts";

type ChangeNameProps = { name: string | null; isOpen: boolean };

/** "Change your name", which opens a drawer through the URL (specification, "Account"). */
export function ChangeName({ name, isOpen }: ChangeNameProps) {
  const { t } = useTranslation("authAccount");
  const navigate = useNavigate();
  const { mutateAsync: rename } = useRename();

  async function close() {
    await navigate({
      to: ".",
      search: updateSearch({ state: undefined }),
      replace: true,
      resetScroll: false,
    });
  }

  async function save(values: { name: string }) {
    await rename(values.name);
    toast.success(t("nameDrawer.done"));
    await close();
  }

  return (
    <>
      <ButtonLink to="." search={updateSearch({ state: "change-name" })} resetScroll={false}>
        {t("changeName")}
      </ButtonLink>
      <FormDialog isOpen={isOpen} onClose={close} title={t("nameDrawer.title")} size="small">
        <NameForm name={name ?? ""} onSubmit={save} />
      </FormDialog>
    </>
  );
}

type NameFormProps = {
  name: string;
  onSubmit: (values: { name: string }) => Promise<void>;
};

const schema = z.object({ name: nameSchema });

function NameForm({ name, onSubmit }: NameFormProps) {
  const { t } = useTranslation("authAccount");
  const form = useForm({ schema, defaultValues: { name } });
  return (
    <Form form={form} onSubmit={onSubmit} onFailure={() => toast.error(t("authAccount:nameDrawer.failed"))}>
      <LabeledField
        label={t("authAccount:name")}
        control={form.control}
        name="name"
        type="text"
        autoComplete="name"
        dir="auto"
      />
      <DialogFooter>
        <FormDialogCancel>{t("components:dialog.cancel")}</FormDialogCancel>
        <FormSubmit>{t("authAccount:nameDrawer.submit")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}
