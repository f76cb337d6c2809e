import type { ReactNode, Ref } from "react";
import { useWatch, type Control, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { defaultRole, roles } from "#rpc/permissions.ts";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { newUserSchema, type ListedUser, type NewUser } from "../schema.ts";

/** The texts for the fields, by error code. */
const submitErrors = {
  EMAIL_TAKEN: { email: "users:errors.EMAIL_TAKEN" },
  INVALID_EMAIL: { email: "auth:errors.INVALID_EMAIL" },
  YOU_CANNOT_DEMOTE_YOURSELF: { roles: "users:errors.YOU_CANNOT_DEMOTE_YOURSELF" },
  LAST_ADMINISTRATOR: { roles: "users:errors.LAST_ADMINISTRATOR" },
};

type FormValues = Pick<NewUser, "name" | "email" | "invite"> & { roles: string[] };

const newDraft: FormValues = { name: "", email: "", roles: [defaultRole], invite: true };

/** A user as the form's values. */
export function toUserDraft({ name, email, roles: names }: ListedUser): NewUser {
  return { name: name ?? "", email, roles: names, invite: false };
}

type UserFormProps = {
  /** The user to edit; a new user by default. */
  draft?: NewUser;
  submitLabel: string;
  onSubmit: (draft: NewUser, form: Pick<UseFormReturn<FormValues>, "reset">) => Promise<unknown>;
  /** Gets errors that no field shows. */
  onFailure: (error: unknown) => void;
  ref?: Ref<HTMLFormElement>;
  /** Buttons beside the submit button. */
  children?: ReactNode;
};

/** A user's name, email and roles; for a new user also whether to send an invitation. */
export function UserForm({ draft, submitLabel, onSubmit, onFailure, ref, children }: UserFormProps) {
  const { t } = useTranslation("users");
  const form = useForm<FormValues, NewUser>({
    schema: newUserSchema,
    defaultValues: draft ?? newDraft,
  });
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
      <FormField>
        <FormFieldLabel>{t("fields.name")}</FormFieldLabel>
        <FormFieldController
          control={control}
          name="name"
          type="text"
          dir="auto"
          autoComplete="off"
          autoFocus={!draft}
        />
      </FormField>
      <FormField>
        <FormFieldLabel>{t("fields.email")}</FormFieldLabel>
        <FormFieldController control={control} name="email" type="email" autoComplete="off" />
        {draft && <EmailHint control={control} email={draft.email} />}
      </FormField>
      <FormField>
        <FormFieldLabel>{t("fields.roles")}</FormFieldLabel>
        <FormFieldController
          control={control}
          name="roles"
          type="checkbox-group"
          options={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        />
      </FormField>
      {!draft && (
        <FormField>
          <FormFieldController control={control} name="invite" type="checkbox" label={t("fields.invite")} />
        </FormField>
      )}
      <div className="flex flex-wrap gap-3">
        <FormSubmit>{submitLabel}</FormSubmit>
        {children}
      </div>
    </Form>
  );
}

/** Says what another email leads to, once the reader enters one. */
function EmailHint({ control, email }: { control: Control<FormValues, unknown, NewUser>; email: string }) {
  const { t } = useTranslation("users");
  const entered = useWatch({ control, name: "email" });
  return entered.trim().toLowerCase() !== email && <FormFieldHelper>{t("update.emailHint")}</FormFieldHelper>;
}
