import { useState, useId } from "react";
import { z } from "zod";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useClipboard } from "#ui/use-clipboard.ts";
import { Button } from "#ui/controls/button.tsx";
import { FieldLabel } from "#ui/controls/field.tsx";
import { TextInput } from "#ui/controls/text-input.tsx";
import { CheckIcon, CopyIcon } from "#ui/icons.ts";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { useCreateKey } from "../queries.ts";
import { defaultKeyDays, keyDays, keyInputSchema } from "../schema.ts";
import { usePermissionNames } from "./permission-names.ts";

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
      <LabeledField
        label={t("authKeys:name")}
        help={t("authKeys:nameHelp")}
        control={form.control}
        name="name"
        type="text"
        dir="auto"
        autoFocus
      />
      <LabeledField
        label={t("authKeys:permissions")}
        control={form.control}
        name="permissions"
        type="combobox-multiple"
        options={permissions.map((id) => ({ id, label: nameOf(id) }))}
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

type ShowKeyProps = {
  /** Opens the dialog. */
  apiKey: string | undefined;
  onClose: () => void;
};

/** Shows a new API key. Only "Done" closes the dialog before it is copied: it can't be shown again. */
function ShowKey({ apiKey, onClose }: ShowKeyProps) {
  const { t } = useTranslation("authKeys");
  const id = useId();
  const { copy, copied } = useClipboard();
  const isCopied = apiKey !== undefined && copied === apiKey;
  const Icon = isCopied ? CheckIcon : CopyIcon;

  async function copyKey() {
    if (await copy(apiKey ?? "")) toast.success(t("copied"));
    else toast.error(t("copyFailed"));
  }

  return (
    <Dialog
      isOpen={apiKey !== undefined}
      onClose={() => isCopied && onClose()}
      title={t("copyTitle")}
      description={t("copyText")}
      hasCloseButton={false}
      footer={
        <>
          <Button onClick={onClose}>{t("done")}</Button>
          <Button variant="primary" onClick={() => void copyKey()}>
            <Icon className="size-5" />
            {t("copy")}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <FieldLabel htmlFor={id}>{t("key")}</FieldLabel>
        <TextInput
          id={id}
          type="text"
          readOnly
          dir="ltr"
          spellCheck={false}
          className="font-mono text-sm"
          value={apiKey ?? ""}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </Dialog>
  );
}
