import { useMemo } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { Translate } from "#i18n/text-key.ts";
import { FilterMenu, FlagFilter } from "#resource/ui/list/filter-menu.tsx";
import type { ListHistoryState } from "#resource/ui/list/list-history-state.ts";
import { RecordListActions } from "#resource/ui/list/record-list-actions.tsx";
import { RecordListScreen, type RecordColumn } from "#resource/ui/list/record-list-screen.tsx";
import { useRecordList } from "#resource/ui/list/use-record-list.ts";
import { roles } from "#rpc/permissions.ts";
import { Avatar } from "#ui/display/avatar.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { EmailText } from "#ui/display/email-text.tsx";
import { RowLink } from "#ui/list/data-row.tsx";
import { userRecords, usersQuery } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { toUserListQuery, type UserListSearch } from "../search-params.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { UserBadges } from "./user-badges.tsx";

/** Manager's users, with search, sorting, filters and bulk actions. The URL holds the state. */
export function UserListScreen({ search }: { search: UserListSearch }) {
  const { t } = useTranslation("users");
  const list = useRecordList(search, usersQuery(search));
  const columns = useMemo(() => columnsOf(t, list.historyState), [t, list.historyState]);

  return (
    <RecordListScreen
      list={list}
      records={userRecords}
      title={t("users:title")}
      actions={
        <RecordListActions
          list={list}
          records={userRecords}
          query={toUserListQuery(search)}
          fileName={t("users:title")}
          newLabel={t("users:new.title")}
        />
      }
      filters={<UserFilters search={search} />}
      columns={columns}
      defaultSort="name"
      picture={avatarOf}
      bulkActions={<BulkActions list={list} />}
      deleteDialog={(dialog) => <DeleteUser {...dialog} />}
    />
  );
}

function avatarOf({ id, name }: ListedUser) {
  return <Avatar id={id} name={name} size="small" />;
}

function UserFilters({ search: { role, banned, onboarded, verified } }: { search: UserListSearch }) {
  const { t } = useTranslation("users");
  const choices = roles.map((value) => ({ value, label: t(`roles.${value}`) }));
  return (
    <div className="flex flex-wrap gap-2">
      <FilterMenu label={t("filters.role")} name="role" value={role} choices={choices} />
      <FlagFilter label={t("filters.banned")} name="banned" value={banned} />
      <FlagFilter label={t("filters.onboarded")} name="onboarded" value={onboarded} />
      <FlagFilter label={t("filters.verified")} name="verified" value={verified} />
    </div>
  );
}

function columnsOf(t: Translate<"users">, state: ListHistoryState): RecordColumn<ListedUser>[] {
  return [
    {
      key: "name",
      header: t("users:fields.name"),
      sort: "ascending",
      cell: ({ id, name }) => (
        <RowLink to="/manager/users/$id" params={{ id }} state={state} className="font-semibold">
          <bdi>{name ?? t("common:notAvailable")}</bdi>
        </RowLink>
      ),
    },
    {
      key: "email",
      header: t("users:fields.email"),
      sort: "ascending",
      width: "32%",
      foldBelow: "xl",
      cell: ({ email, emailVerified }) => (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <EmailText email={email} />
          {!emailVerified && <Badge variant="warning">{t("users:notVerified")}</Badge>}
        </span>
      ),
    },
    {
      key: "roles",
      header: t("users:fields.roles"),
      width: "11rem",
      cell: (user) => <UserBadges user={user} />,
    },
    { key: "createdAt", header: t("users:fields.created"), sort: "descending", width: "9rem" },
  ];
}
