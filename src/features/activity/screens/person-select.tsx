import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { foundUsersQuery, userRecords } from "#features/users/queries.ts";
import { Select } from "#ui/controls/select/select.tsx";
import { updateSearch } from "#ui/list/list-search.ts";

type PersonSelectProps = {
  inputId: string;
  /** The URL's parameter `person`. */
  id: string | undefined;
  /** The name of a person who was deleted. */
  nameOfDeleted: string | undefined;
};

/** The combobox of `PersonFilter`. */
export function PersonSelect({ inputId, id, nameOfDeleted }: PersonSelectProps) {
  const { t } = useTranslation("activity");
  const navigate = useNavigate();
  const [searchTerm, setSearchTerm] = useState("");
  const [isUsed, setUsed] = useState(false);
  const chosen = useQuery({ ...userRecords.query(id ?? ""), enabled: id !== undefined });
  const { data: found, isFetching } = useQuery({
    ...foundUsersQuery(searchTerm),
    placeholderData: keepPreviousData,
    enabled: isUsed,
  });
  const options = (found?.items ?? []).map((user) => ({ id: user.id, label: labelOf(user) }));
  if (id !== undefined && !options.some((option) => option.id === id))
    options.push({ id, label: chosen.data ? labelOf(chosen.data) : (nameOfDeleted ?? id) });

  return (
    <div className="contents" onFocus={() => setUsed(true)}>
      <Select
        id={inputId}
        value={id ?? null}
        options={options}
        onChange={(person) =>
          void navigate({
            to: ".",
            search: updateSearch({ person: person ?? undefined }),
            resetScroll: false,
          })
        }
        onSearch={setSearchTerm}
        isLoading={isFetching}
        placeholder={t("filters.anyone")}
        clearable
      />
    </div>
  );
}

/** With the email, because several people may have a name. */
function labelOf({ name, email }: { name: string | null; email: string }): string {
  return name === null ? email : `${name} · ${email}`;
}
