import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { EditNotice } from "#resource/ui/record/edit-notice.tsx";
import { SaveConflict, type ConflictFields } from "#resource/ui/record/save-conflict.tsx";
import { useRecordEditing } from "#resource/ui/record/use-record-editing.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { userQuery, userRecords } from "../queries.ts";
import type { NewUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";
import { toUserDraft, UserForm } from "./user-form.tsx";

/** Edits a user (specification, "New user and Update user"). */
export function UpdateUserScreen({ id }: { id: string }) {
  const { t } = useTranslation("users");
  const navigate = useNavigate();
  const showFailure = useFailureToast();
  const { data: user, error } = useSuspenseQuery({ ...userQuery(id), staleTime: Infinity });
  const editing = useRecordEditing({
    records: userRecords,
    record: user,
    toDraft: toUserDraft,
    toInput: (draft) => draft,
    onSaved: (saved) => navigate({ to: "/manager/users/$id", params: { id: saved.id }, state: true }),
    onFailure: (failure) => void showFailure(failure, t("users:update.failed")),
  });

  return (
    <>
      <PageTitle>{t("users:update.title")}</PageTitle>
      <PageHeader title={t("users:update.title")} />
      <EditNotice isChanged={editing.isChanged} error={error} />
      <UserForm {...editing.form} submitLabel={t("users:update.submit")}>
        <ButtonLink to="/manager/users/$id" params={{ id }} state>
          {t("components:dialog.cancel")}
        </ButtonLink>
      </UserForm>
      <SaveConflict {...editing.conflict} fields={useConflictFields()} />
    </>
  );
}

function useConflictFields(): ConflictFields<NewUser> {
  const { t } = useTranslation("users");
  return {
    name: { name: "users:fields.name" },
    email: { name: "users:fields.email" },
    roles: {
      name: "users:fields.roles",
      show: ({ roles }) => roles.map((role) => t(`roles.${role}`)).join(", "),
    },
    invite: { name: "users:fields.invite" },
  };
}
