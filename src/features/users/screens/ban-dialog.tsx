import type { ReactNode } from "react";
import { z } from "zod";
import { useTranslation } from "#i18n/use-translation.tsx";
import { daySchema } from "#lib/day-schema.ts";
import { today } from "#lib/day.ts";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { banInputSchema, type BanInput } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

type BanFormProps = {
  onBan: (ban: BanInput) => Promise<void>;
  /** Shown if the ban fails for an unknown reason. */
  failed: string;
};

type BanDialogProps = BanFormProps & { title: ReactNode; isOpen: boolean; onClose: () => void };

/** Asks for the reason and the end of a ban, both optional. */
export function BanDialog({ title, isOpen, onClose, onBan, failed }: BanDialogProps) {
  const { t } = useTranslation("users");

  async function ban(input: BanInput) {
    await onBan(input);
    onClose();
  }

  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={title} description={t("ban.text")} size="small">
      <BanForm onBan={ban} failed={failed} />
    </FormDialog>
  );
}

const formSchema = z.object({
  reason: banInputSchema.shape.reason,
  until: daySchema
    .refine((day) => day > today(), "users:errors.BAN_END_PAST")
    .transform((day) => new Date(`${day}T00:00`))
    .nullable(),
});

/** The texts for the fields, by error code. */
const submitErrors = { BAN_END_PAST: { until: "users:errors.BAN_END_PAST" } };

function BanForm({ onBan, failed }: BanFormProps) {
  const { t } = useTranslation("users");
  const showFailure = useFailureToast();
  const form = useForm({ schema: formSchema, defaultValues: { reason: "", until: null } });

  return (
    <Form
      form={form}
      onSubmit={onBan}
      submitErrors={submitErrors}
      onFailure={(error) => void showFailure(error, failed)}
    >
      <FormField>
        <FormFieldLabel>{t("users:ban.reason")}</FormFieldLabel>
        <FormFieldController control={form.control} name="reason" type="text" dir="auto" />
      </FormField>
      <FormField>
        <FormFieldLabel>{t("users:ban.until")}</FormFieldLabel>
        <FormFieldController control={form.control} name="until" type="date" />
        <FormFieldHelper>{t("users:ban.untilHint")}</FormFieldHelper>
      </FormField>
      <DialogFooter>
        <FormDialogCancel>{t("components:dialog.cancel")}</FormDialogCancel>
        <FormSubmit variant="danger">{t("users:ban.action")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}
