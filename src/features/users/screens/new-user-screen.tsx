import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { useCreateRecord } from "#resource/queries.ts";
import { usePreviousListSearch } from "#resource/ui/list/previous-list.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { userRecords } from "../queries.ts";
import type { NewUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";
import { UserForm } from "./user-form.tsx";

/** Adds a user (specification, "New user and Update user"). */
export function NewUserScreen() {
  const { t } = useTranslation("users");
  const navigate = useNavigate();
  const { mutateAsync } = useCreateRecord(userRecords);
  const showFailure = useFailureToast();

  async function create(input: NewUser) {
    const { id } = await mutateAsync(input);
    toast.success(t("users:new.done"));
    await navigate({ to: "/manager/users/$id", params: { id }, state: true });
  }

  return (
    <>
      <PageTitle>{t("users:new.title")}</PageTitle>
      <PageHeader title={t("users:new.title")} />
      <UserForm
        submitLabel={t("users:new.submit")}
        onSubmit={create}
        onFailure={(error) => void showFailure(error, t("users:new.failed"))}
      >
        <ButtonLink to="/manager/users" search={usePreviousListSearch("/manager/users")}>
          {t("components:dialog.cancel")}
        </ButtonLink>
      </UserForm>
    </>
  );
}
