import { useWatch, type Control } from "react-hook-form";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { RecordFormProps } from "#resource/ui/record/record-form-props.ts";
import { defaultRole, roles } from "#rpc/permissions.ts";
import { Form } from "#ui/form/form.tsx";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { newUserSchema, type ListedUser, type NewUser } from "../schema.ts";

/** The texts for the fields, by error code. */
const submitErrors = {
  EMAIL_TAKEN: { email: "users:errors.EMAIL_TAKEN" },
  INVALID_EMAIL: { email: "auth:errors.INVALID_EMAIL" },
  YOU_CANNOT_DEMOTE_YOURSELF: { roles: "users:errors.YOU_CANNOT_DEMOTE_YOURSELF" },
  LAST_ADMINISTRATOR: { roles: "users:errors.LAST_ADMINISTRATOR" },
};

const newUser: NewUser = { name: "", email: "", roles: [defaultRole], invite: true };

/** A user as the form's values. */
export function toUserDraft({ name, email, roles: names }: ListedUser): NewUser {
  return { name: name ?? "", email, roles: names, invite: false };
}

/** A user's name, email and roles; for a new user also whether to send an invitation. */
export function UserForm({ draft, onSubmit, onFailure, ref, buttons }: RecordFormProps<NewUser>) {
  const { t } = useTranslation("users");
  const form = useForm<NewUser, NewUser>({ schema: newUserSchema, defaultValues: draft ?? newUser });
  const { control } = form;
  return (
    <Form
      ref={ref}
      form={form}
      onSubmit={(values) => onSubmit(values, form)}
      submitErrors={submitErrors}
      onFailure={onFailure}
      className="mt-6 grid max-w-reading gap-6"
    >
      <LabeledField
        label={t("fields.name")}
        control={control}
        name="name"
        type="text"
        dir="auto"
        autoComplete="off"
        autoFocus={!draft}
      />
      <FormField>
        <FormFieldLabel>{t("fields.email")}</FormFieldLabel>
        <FormFieldController control={control} name="email" type="email" autoComplete="off" />
        {draft && <EmailHint control={control} email={draft.email} />}
      </FormField>
      <LabeledField
        label={t("fields.roles")}
        control={control}
        name="roles"
        type="checkbox-group"
        options={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
      />
      {!draft && <LabeledField label={t("fields.invite")} control={control} name="invite" type="checkbox" />}
      {buttons}
    </Form>
  );
}

type EmailHintProps = { control: Control<NewUser, unknown, NewUser>; email: string };

/** Says what another email leads to, once the reader enters one. */
function EmailHint({ control, email }: EmailHintProps) {
  const { t } = useTranslation("users");
  const entered = useWatch({ control, name: "email" });
  return (
    entered?.trim().toLowerCase() !== email && <FormFieldHelper>{t("update.emailHint")}</FormFieldHelper>
  );
}
