import { Combobox } from "@base-ui/react/combobox";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isolate } from "#i18n/isolate.tsx";
import { CloseIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { Arrow } from "./arrow.tsx";
import { OptionList } from "./option-list.tsx";
import { optionLabel, toggleId, type SelectOption } from "./options.ts";
import type { MultiSelectProps } from "./props.ts";
import { SearchInput } from "./search-input.tsx";
import type { Begun } from "./use-part-on-focus.ts";
import { useSearch } from "./use-search.ts";

/** A select of several that is in use: the field of `MultiSelect` together with its list. */
export function MultiSelectCombobox({ begun, ...props }: MultiSelectProps & { begun: Begun }) {
  const { t, i18n } = useTranslation("components");
  const { value, options, onChange, readOnly } = props;
  // Options that a server found change with the search; the chosen ones keep their labels.
  const [last, setLast] = useState(() => options.filter(({ id }) => value.includes(id)));
  const chosen = useMemo<SelectOption[]>(
    () => value.map((id) => ({ id, label: optionLabel([...options, ...last], id) })),
    [value, options, last],
  );
  const search = useSearch(props, {
    label: "",
    choose: (option) => {
      setLast([...chosen, option]);
      onChange(toggleId(value, option.id));
    },
  });

  return (
    <DirectionProvider direction={i18n.dir()}>
      <Combobox.Root
        {...search.root}
        multiple
        value={chosen}
        onValueChange={(next) => {
          setLast(next);
          onChange(next.map(({ id }) => id));
        }}
        onOpenChange={(isOpen, details) => {
          // Choosing leaves the list open, for the next one.
          if (details.reason === "item-press") {
            details.cancel();
            search.restart();
          } else search.root.onOpenChange(isOpen, details);
        }}
      >
        <Combobox.InputGroup render={<ControlFrame end={<Arrow {...search.arrow} />} />}>
          <Combobox.Chips className="select-chips" aria-label={t("select.chosen")}>
            {chosen.map(({ id, label }) => (
              <Combobox.Chip key={id} className="select-chip">
                <bdi>{label}</bdi>
                {!readOnly && (
                  <Combobox.ChipRemove aria-label={t("select.remove", { label: isolate(label) })}>
                    <CloseIcon className="size-3.5" />
                  </Combobox.ChipRemove>
                )}
              </Combobox.Chip>
            ))}
            <SearchInput
              {...props}
              placeholder={value.length ? "" : props.placeholder}
              begun={begun}
              input={search.input}
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        {search.isOpen && <OptionList isLoading={props.isLoading} />}
      </Combobox.Root>
    </DirectionProvider>
  );
}
