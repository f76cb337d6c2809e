import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { daySchema } from "#lib/day-schema.ts";
import { today } from "#lib/day.ts";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { banInputSchema, type BanInput } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

type BanDialogProps = {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  onBan: (ban: BanInput) => Promise<void>;
  /** Shown if the ban fails for an unknown reason. */
  failed: string;
};

/** Asks for the reason and the end of a ban, both optional, and what else it ends. */
export function BanDialog({ onBan, failed, ...dialog }: BanDialogProps) {
  const { t } = useTranslation("users");

  async function ban(input: BanInput) {
    await onBan(input);
    dialog.onClose();
  }

  return (
    <FormDialog {...dialog} description={t("ban.text")} size="small">
      <BanForm onBan={ban} failed={failed} />
    </FormDialog>
  );
}

const formSchema = banInputSchema.extend({
  until: daySchema
    .refine((day) => day > today(), "users:errors.BAN_END_PAST")
    .transform((day) => new Date(`${day}T00:00`))
    .nullable(),
});

/** The texts for the fields, by error code. */
const submitErrors = { BAN_END_PAST: { until: "users:errors.BAN_END_PAST" } };

function BanForm({ onBan, failed }: Pick<BanDialogProps, "onBan" | "failed">) {
  const { t } = useTranslation("users");
  const showFailure = useFailureToast();
  const form = useForm({
    schema: formSchema,
    defaultValues: {
      reason: "",
      until: null,
      keys: true, // optional: api-keys
    },
  });

  return (
    <Form
      form={form}
      onSubmit={onBan}
      submitErrors={submitErrors}
      onFailure={(error) => void showFailure(error, failed)}
    >
      <LabeledField
        label={t("users:ban.reason")}
        control={form.control}
        name="reason"
        type="text"
        dir="auto"
      />
      <LabeledField
        label={t("users:ban.until")}
        help={t("users:ban.untilHint")}
        control={form.control}
        name="until"
        type="date"
      />
      {/* optional: api-keys */}
      <LabeledField label={t("users:endKeys")} control={form.control} name="keys" type="checkbox" />
      {/* end: api-keys */}
      <DialogFooter>
        <FormDialogCancel>{t("components:dialog.cancel")}</FormDialogCancel>
        <FormSubmit variant="danger">{t("users:ban.action")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}
