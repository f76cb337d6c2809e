import { useTranslation } from "#i18n/use-translation.tsx";
import { UpdateRecordScreen } from "#resource/ui/record/update-record-screen.tsx";
import { userRecords } from "../queries.ts";
import type { NewUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";
import { toUserDraft, UserForm } from "./user-form.tsx";

/** Edits a user (specification, "New user and Update user"). */
export function UpdateUserScreen() {
  const { t } = useTranslation("users");
  const showFailure = useFailureToast();
  return (
    <UpdateRecordScreen
      records={userRecords}
      titleKey="users:update.title"
      onFailure={(error) => void showFailure(error, t("update.failed"))}
      toDraft={toUserDraft}
      toInput={(draft) => draft}
      form={UserForm}
      fields={{
        name: { name: "users:fields.name" },
        email: { name: "users:fields.email" },
        roles: {
          name: "users:fields.roles",
          show: ({ roles }: NewUser) => roles.map((role) => t(`roles.${role}`)).join(", "),
        },
        invite: { name: "users:fields.invite" },
      }}
    />
  );
}
