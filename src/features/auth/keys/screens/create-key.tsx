import { useState } from "react";
import { z } from "zod";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { toast } from "#ui/toast/toast.ts";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { useCreateKey } from "../../queries.ts";
import { defaultKeyDays, keyDays, keyInputSchema } from "../schema.ts";
import { usePermissionNames } from "./permission-names.ts";
import { ShowKey } from "./show-key.tsx";

type CreateKeyProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Those that the user can give to a key. */
  permissions: readonly string[];
};

/** Creates an API key, then shows it once. */
export function CreateKey({ isOpen, onClose, permissions }: CreateKeyProps) {
  const { t } = useTranslation("authKeys");
  const [key, setKey] = useState<string>();

  function finish() {
    setKey(undefined);
    onClose();
  }

  return (
    <>
      <FormDialog isOpen={isOpen && key === undefined} onClose={onClose} title={t("createTitle")}>
        <KeyForm permissions={permissions} onCreated={setKey} />
      </FormDialog>
      <ShowKey apiKey={key} onClose={finish} />
    </>
  );
}

/** The values of radio buttons are texts. */
const schema = keyInputSchema.extend({
  days: z.string().transform(Number).pipe(keyInputSchema.shape.days.unwrap()),
});

const submitErrors = {
  TOO_MANY_KEYS: { name: "authKeys:errors.TOO_MANY_KEYS" },
  PERMISSION_NOT_GRANTED: { permissions: "authKeys:errors.PERMISSION_NOT_GRANTED" },
} as const;

type KeyFormProps = Pick<CreateKeyProps, "permissions"> & { onCreated: (key: string) => void };

function KeyForm({ permissions, onCreated }: KeyFormProps) {
  const { t, i18n } = useTranslation("authKeys");
  const nameOf = usePermissionName();
  const { mutateAsync: create } = useCreateKey();
  const defaultValues = { name: "", days: String(defaultKeyDays), permissions: [] };
  const form = useForm({ schema, defaultValues });

  async function save(input: z.output<typeof schema>) {
    const { key } = await create(input);
    toast.success(t("authKeys:created"));
    onCreated(key);
  }

  async function showError(error: unknown) {
    toast.error(await loadErrorText(i18n, authErrorOf(error)));
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      submitErrors={submitErrors}
      onFailure={(error) => void showError(error)}
    >
      <FormField>
        <FormFieldLabel>{t("authKeys:name")}</FormFieldLabel>
        <FormFieldController control={form.control} name="name" type="text" dir="auto" autoFocus />
        <FormFieldHelper>{t("authKeys:nameHelp")}</FormFieldHelper>
      </FormField>
      <LabeledField
        label={t("authKeys:permissions")}
        control={form.control}
        name="permissions"
        type="checkbox-group"
        className="sm:grid-cols-2"
        options={permissions.map((value) => ({ value, label: nameOf(value) }))}
      />
      <LabeledField
        label={t("authKeys:validity")}
        control={form.control}
        name="days"
        type="radio-group"
        className="sm:grid-cols-3"
        options={keyDays.map((days) => ({
          value: String(days),
          label: t("authKeys:days", { count: days, number: formatNumber(i18n.language, days) }),
        }))}
      />
      <DialogFooter>
        <FormDialogCancel>{t("components:dialog.cancel")}</FormDialogCancel>
        <FormSubmit>{t("authKeys:submit")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}

/** A permission's name, for example "Books: Read". */
function usePermissionName() {
  const { resourceName, actionName } = usePermissionNames();
  return (permission: string) => {
    const [resource = "", action = ""] = permission.split(":", 2);
    return `${resourceName(resource)}: ${actionName(action)}`;
  };
}
