import { z } from "zod";
import { useTranslation } from "#i18n/use-translation.tsx";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { toast } from "#ui/toast/toast.ts";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { useRenamePasskey } from "../../queries.ts";
import { nameSchema } from "../../schema.ts";
import type { Passkey } from "../schema.ts";

type NamePasskeyProps = {
  isOpen: boolean;
  passkey: Pick<Passkey, "id" | "name"> | undefined;
  onClose: () => void;
};

/** Renames a passkey. */
export function NamePasskey({ isOpen, passkey, onClose }: NamePasskeyProps) {
  const { t } = useTranslation("authAccount");
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t("passkeys.nameTitle")} size="small">
      {passkey && <NameForm key={passkey.id} passkey={passkey} onClose={onClose} />}
    </FormDialog>
  );
}

const schema = z.object({ name: nameSchema });

function NameForm({ passkey, onClose }: Required<Pick<NamePasskeyProps, "passkey" | "onClose">>) {
  const { t, i18n } = useTranslation("authAccount");
  const { mutateAsync: rename } = useRenamePasskey();
  const form = useForm({ schema, defaultValues: { name: passkey?.name ?? "" } });

  async function save({ name }: { name: string }) {
    if (passkey && name !== passkey.name) await rename({ id: passkey.id, name });
    toast.success(t("authAccount:passkeys.named"));
    onClose();
  }

  async function showError(error: unknown) {
    toast.error(await loadErrorText(i18n, authErrorOf(error)));
  }

  return (
    <Form form={form} onSubmit={save} onFailure={(error) => void showError(error)}>
      <FormField>
        <FormFieldLabel>{t("authAccount:name")}</FormFieldLabel>
        <FormFieldController control={form.control} name="name" type="text" dir="auto" autoFocus />
        <FormFieldHelper>{t("authAccount:passkeys.nameHelp")}</FormFieldHelper>
      </FormField>
      <DialogFooter>
        <FormDialogCancel>{t("components:dialog.cancel")}</FormDialogCancel>
        <FormSubmit>{t("authAccount:passkeys.save")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}
