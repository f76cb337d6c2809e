import { useNavigate, type HistoryState } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ExportButton } from "#resource/ui/export/export-button.tsx";
import { FilterMenu, FlagFilter } from "#resource/ui/list/filter-menu.tsx";
import { RecordListScreen } from "#resource/ui/list/record-list.tsx";
import { useRecordList } from "#resource/ui/list/use-record-list.ts";
import { roles } from "#rpc/permissions.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Avatar } from "#ui/display/avatar.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { TimeAgo } from "#ui/display/time-ago.tsx";
import { PlusIcon } from "#ui/icons.ts";
import { RowLink } from "#ui/list/data-row.tsx";
import type { Column } from "#ui/list/table-parts.ts";
import { usersQuery } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { toUserListQuery, type UserListSearch } from "../search-params.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { UserBadges } from "./user-badges.tsx";

/** Manager's users, with search, sorting, filters and bulk actions. The URL holds the state. */
export function UserListScreen({ search }: { search: UserListSearch }) {
  const { t } = useTranslation(["users", "common"]);
  const navigate = useNavigate();
  const list = useRecordList(search, usersQuery(search));
  const state = list.historyState;

  return (
    <RecordListScreen
      list={list}
      title={t("users:title")}
      actions={
        <>
          <ExportButton url={exportUrl(search)} fileName={t("users:title")} total={list.total} />
          <ButtonLink to="/manager/users/new" state={state} variant="primary">
            <PlusIcon className="size-5 max-sm:hidden" />
            {t("users:new.title")}
          </ButtonLink>
        </>
      }
      filters={<UserFilters search={search} />}
      columns={columnsOf(t, list.now, state)}
      defaultSort="name"
      picture={({ id, name }) => <Avatar id={id} name={name} size="small" />}
      bulkActions={<BulkActions list={list} />}
      onEdit={({ id }) => void navigate({ to: "/manager/users/$id/update", params: { id }, state })}
      deleteDialog={(dialog) => <DeleteUser {...dialog} />}
      texts={{ empty: t("users:empty"), loadMore: t("users:loadMore") }}
    />
  );
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

function exportUrl(search: UserListSearch): string {
  const query = Object.entries(toUserListQuery(search)).map(([name, value]) => [name, String(value)]);
  return `/api/users.csv?${new URLSearchParams(query)}`;
}

function columnsOf(
  t: TFunction<["users", "common"]>,
  now: number,
  state: HistoryState,
): Column<ListedUser>[] {
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
          <bdi className="wrap-anywhere">{email}</bdi>
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
    {
      key: "createdAt",
      header: t("users:fields.created"),
      sort: "descending",
      width: "9rem",
      cell: ({ createdAt }) => <TimeAgo value={createdAt} now={now} />,
    },
  ];
}
