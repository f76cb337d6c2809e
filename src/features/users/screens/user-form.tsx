import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { RecordFormProps } from "#resource/ui/record/record-form-props.ts";
import { RecordForm, type DraftValues } from "#resource/ui/record/record-form.tsx";
import { defaultRole, roles } from "#rpc/permissions.ts";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { newUserSchema, type ListedUser, type NewUser } from "../schema.ts";

/** The texts for the fields, by error code. */
const submitErrors = {
  EMAIL_TAKEN: { email: "users:errors.EMAIL_TAKEN" },
  INVALID_EMAIL: { email: "auth:errors.INVALID_EMAIL" },
  YOU_CANNOT_DEMOTE_YOURSELF: { roles: "users:errors.YOU_CANNOT_DEMOTE_YOURSELF" },
  LAST_ADMINISTRATOR: { roles: "users:errors.LAST_ADMINISTRATOR" },
};

const newUser: DraftValues<NewUser> = { name: "", email: "", roles: [defaultRole], invite: true };

/** A user as the form's values. */
export function toUserDraft({ name, email, roles: names }: ListedUser): NewUser {
  return { name: name ?? "", email, roles: names, invite: false };
}

type UserFormProps = Omit<RecordFormProps<NewUser>, "buttons"> & {
  submitLabel: string;
  /** Buttons beside the submit button. */
  children?: ReactNode;
};

/** A user's name, email and roles; for a new user also whether to send an invitation. */
export function UserForm({ submitLabel, children, ...form }: UserFormProps) {
  const { t } = useTranslation("users");
  const { draft } = form;
  const buttons = (
    <div className="flex flex-wrap gap-3">
      <FormSubmit>{submitLabel}</FormSubmit>
      {children}
    </div>
  );
  return (
    <RecordForm
      {...form}
      schema={newUserSchema}
      emptyValues={newUser}
      submitErrors={submitErrors}
      buttons={buttons}
    >
      {(control) => (
        <>
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
          {!draft && (
            <LabeledField label={t("fields.invite")} control={control} name="invite" type="checkbox" />
          )}
        </>
      )}
    </RecordForm>
  );
}

type EmailHintProps = { control: Control<DraftValues<NewUser>, unknown, NewUser>; email: string };

/** Says what another email leads to, once the reader enters one. */
function EmailHint({ control, email }: EmailHintProps) {
  const { t } = useTranslation("users");
  const entered = useWatch({ control, name: "email" });
  return (
    entered?.trim().toLowerCase() !== email && <FormFieldHelper>{t("update.emailHint")}</FormFieldHelper>
  );
}
