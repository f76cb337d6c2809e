import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { SearchInput } from "../controls/search-input.tsx";
import { matchingOptions } from "../controls/select/options.ts";
import { Dialog } from "../overlays/dialog.tsx";
import { FilterChip, type Choice } from "./filter-chip.tsx";

type FilterChoicesProps = {
  /** The title. */
  label: string;
  /** The URL parameter, and its current value. */
  name: string;
  value: string | undefined;
  choices: Choice[];
  isOpen: boolean;
  onClose: () => void;
};

/** A dialog with all choices of a filter, in which they can be searched. */
export function FilterChoicesDialog({ label, isOpen, onClose, ...filter }: FilterChoicesProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={label} size="large">
      <SearchableChoices {...filter} onChoose={onClose} />
    </Dialog>
  );
}

type SearchableChoicesProps = Pick<FilterChoicesProps, "name" | "value" | "choices"> & {
  onChoose: () => void;
};

function SearchableChoices({ name, value, choices, onChoose }: SearchableChoicesProps) {
  const { t, i18n } = useTranslation("components");
  const [text, setText] = useState("");
  const options = choices.map(({ value: id = "", label }) => ({ id, label }));
  const matching = matchingOptions(options, { text, language: i18n.language });

  return (
    <div className="grid grid-cols-1 gap-4">
      <SearchInput value={text} onChange={setText} delayMs={0} />
      {/* A fixed height, so that nothing moves while the user types. */}
      <div className="h-[50svh]">
        {matching.length === 0 && <p className="text-muted-foreground">{t("select.noResultsFound")}</p>}
        <ul className="-m-1 flex max-h-full flex-wrap content-start gap-2 overflow-y-auto p-1">
          {matching.map(({ id, label }) => (
            <FilterChip
              key={id}
              name={name}
              value={id || undefined}
              label={label}
              isCurrent={id === (value ?? "")}
              onChoose={onChoose}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}
