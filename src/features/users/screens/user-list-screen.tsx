import { useTranslation } from "#i18n/use-translation.tsx";
import { FilterMenu, FlagFilter } from "#resource/ui/list/filter-menu.tsx";
import { ExportLink } from "#resource/ui/list/csv-links.tsx";
import { NewLink } from "#resource/ui/list/list-parts.tsx";
import { RecordList } from "#resource/ui/list/record-list.tsx";
import { RecordTable, type RecordColumn } from "#resource/ui/list/record-table.tsx";
import { Can } from "#rpc/can.tsx";
import { roles } from "#rpc/permissions.ts";
import { userRecords, usersQuery } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { hideable, type UserListSearch } from "../search-params.ts";
import { toUserListQuery } from "../search-params.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { UserCard } from "./user-card.tsx";

const columns: RecordColumn<ListedUser>[] = [
  {
    key: "name",
    header: "users:fields.name",
    sort: "ascending",
    otherOrders: [{ key: "email", header: "users:fields.email", sort: "ascending" }],
    isCard: true,
    cell: (user, linkOf) => <UserCard user={user} linkOf={linkOf} />,
  },
  { key: "onboardedAt", header: "users:fields.onboarded", width: "10rem", hideBelow: "xl" },
  { key: "createdAt", header: "users:fields.created", sort: "descending", width: "10rem", hideBelow: "lg" },
];

/** Manager's users, with search, sorting, filters and bulk actions. The URL holds the state. */
export function UserListScreen({ search }: { search: UserListSearch }) {
  const { t } = useTranslation("users");
  return (
    <RecordList title={t("title")} search={search} query={usersQuery(search)}>
      <RecordTable
        records={userRecords}
        columns={columns}
        hideable={hideable}
        views={userRecords.operations.views} // optional: views
        actions={
          <>
            {/* optional: csv */}
            <ExportLink topic="users" query={toUserListQuery(search)} />
            {/* end: csv */}
            <Can permissions={{ user: ["create"] }}>
              <NewLink records={userRecords}>{t("new.title")}</NewLink>
            </Can>
          </>
        }
        filters={<UserFilters search={search} />}
        bulkActions={<BulkActions />}
        deleteDialog={DeleteUser}
      />
    </RecordList>
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
