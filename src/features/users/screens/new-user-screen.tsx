import { useTranslation } from "#i18n/use-translation.tsx";
import { NewRecordScreen } from "#resource/ui/record/new-record-screen.tsx";
import { userRecords } from "../queries.ts";
import { useFailureToast } from "./use-failure-toast.ts";
import { UserForm } from "./user-form.tsx";

/** Adds a user (specification, "New user and Update user"). */
export function NewUserScreen() {
  const { t } = useTranslation("users");
  const showFailure = useFailureToast();
  return (
    <NewRecordScreen
      records={userRecords}
      titleKey="users:new.title"
      onFailure={(error) => void showFailure(error, t("new.failed"))}
      toInput={(draft) => draft}
      form={UserForm}
    />
  );
}
