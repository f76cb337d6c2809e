import { Combobox } from "@base-ui/react/combobox";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { CloseIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { Arrow } from "./arrow.tsx";
import { OptionList } from "./option-list.tsx";
import { optionLabel, type SelectOption } from "./options.ts";
import { SearchInput } from "./search-input.tsx";
import type { SelectProps } from "./props.ts";
import type { Begun } from "./use-part-on-focus.ts";
import { useSearch } from "./use-search.ts";

/** A select that is in use: the field of `Select` together with its list. */
export function SelectCombobox({ begun, ...props }: SelectProps & { begun: Begun }) {
  const { t, i18n } = useTranslation("components");
  const { value, options, onChange, clearable, readOnly } = props;
  // Options that a server found change with the search; the chosen one keeps its label.
  const [last, setLast] = useState(() => options.find(({ id }) => id === value));
  const label = optionLabel(last ? [...options, last] : options, value);
  const chosen = useMemo<SelectOption | null>(
    () => (value === null ? null : { id: value, label }),
    [value, label],
  );
  const search = useSearch(props, { label, choose });

  function choose(option: SelectOption | null) {
    setLast(option ?? undefined);
    onChange(option?.id ?? null);
  }

  return (
    <DirectionProvider direction={i18n.dir()}>
      <Combobox.Root
        {...search.root}
        value={chosen}
        onValueChange={(option, details) => {
          if (option === null && details.reason === "input-clear" && !clearable) return details.cancel();
          choose(option);
        }}
      >
        <Combobox.InputGroup
          render={
            <ControlFrame
              end={
                <>
                  {clearable && !readOnly && (
                    <Combobox.Clear className="control-adornment" aria-label={t("select.clear")}>
                      <CloseIcon className="size-4" />
                    </Combobox.Clear>
                  )}
                  <Arrow {...search.arrow} />
                </>
              }
            />
          }
        >
          <SearchInput {...props} begun={begun} input={search.input} />
        </Combobox.InputGroup>
        {search.isOpen && <OptionList isLoading={props.isLoading} />}
      </Combobox.Root>
    </DirectionProvider>
  );
}
