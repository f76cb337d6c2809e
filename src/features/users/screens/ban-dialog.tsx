import { useTranslation } from "react-i18next";
import { z } from "zod";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { daySchema, today } from "#lib/day.ts";
import { FormDialog, FormDialogCancel } from "#ui/form/form-dialog.tsx";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useBanUser } from "../queries.ts";
import { banInputSchema, type ListedUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

type BanDialogProps = { user: ListedUser; isOpen: boolean; onClose: () => void };

/** Bans a user, with a reason and an end if there is one. */
export function BanDialog({ user, isOpen, onClose }: BanDialogProps) {
  const { t } = useTranslation("users");
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={<Isolated>{t("ban.title", { user: isolate(user.name ?? user.email) })}</Isolated>}
      description={t("ban.text")}
      size="small"
    >
      <BanForm user={user} onBanned={onClose} />
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

function BanForm({ user, onBanned }: { user: ListedUser; onBanned: () => void }) {
  const { t } = useTranslation(["users", "components"]);
  const { mutateAsync: ban } = useBanUser();
  const showFailure = useFailureToast();
  const form = useForm({ schema: formSchema, defaultValues: { reason: "", until: null } });

  async function save(values: z.infer<typeof formSchema>) {
    await ban({ id: user.id, ...values });
    toast.success(t("users:ban.done"));
    onBanned();
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      submitErrors={submitErrors}
      onFailure={(error) => void showFailure(error, t("users:ban.failed"))}
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
