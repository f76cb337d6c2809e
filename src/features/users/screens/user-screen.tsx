import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { usePreviousListSearch } from "#resource/ui/list/previous-list.ts";
import { DeleteButton } from "#resource/ui/record/delete-record.tsx";
import { DeletedAlert } from "#resource/ui/record/deleted-alert.tsx";
import { EditLink } from "#resource/ui/record/edit-link.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { userQuery } from "../queries.ts";
import type { UserSearch } from "../search-params.ts";
import { DeleteUser } from "./delete-user.tsx";
import { ImpersonateButton } from "./impersonate.tsx";
import { BanAlert, BanButton } from "./user-ban.tsx";
import { UserCard } from "./user-card.tsx";
import { UserSessionsCard } from "./user-sessions-card.tsx";

type UserScreenProps = {
  id: string;
  search: UserSearch;
  /** Whether it is the reader, who can't ban or delete themself. */
  isSelf: boolean;
  /** Below the sessions. */
  children: ReactNode;
};

/** Manager's page of a user (specification, "Manager user detail"). */
export function UserScreen({ id, search, isSelf, children }: UserScreenProps) {
  const { t } = useTranslation("users");
  const { data: user, error } = useSuspenseQuery(userQuery(id));
  const navigate = useNavigate();
  const previousSearch = usePreviousListSearch("/manager/users");
  return (
    <>
      <PageTitle>{user.name ?? user.email}</PageTitle>
      <DeletedAlert error={error} />
      <PageHeader title={<bdi>{user.name ?? user.email}</bdi>}>
        {!isSelf && (
          <>
            <ImpersonateButton user={user} />
            <BanButton user={user} />
            <DeleteButton
              record={user}
              renderDialog={(dialog) => (
                <DeleteUser
                  {...dialog}
                  onDeleted={() => navigate({ to: "/manager/users", search: previousSearch })}
                />
              )}
            />
          </>
        )}
        <EditLink to="/manager/users/$id/update" params={{ id }} state>
          {t("users:edit")}
        </EditLink>
      </PageHeader>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="grid gap-6">
          {user.ban && <BanAlert ban={user.ban} />}
          <UserCard user={user} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <UserSessionsCard userId={id} isSelf={isSelf} search={search} />
          {children}
        </div>
      </div>
    </>
  );
}
