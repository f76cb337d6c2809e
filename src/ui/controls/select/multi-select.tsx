import { Combobox } from "@base-ui/react/combobox";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { useMemo, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { CloseIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { ComboboxInput, ComboboxList, ComboboxTrigger } from "./combobox-parts.tsx";
import { optionLabel, toggleId, type SelectOption } from "./options.ts";
import type { MultiSelectProps } from "./props.ts";
import "./select.css";
import { useComboboxSearch } from "./use-combobox-search.ts";

/**
 * Chooses several options by searching, like `Select`. Each is shown as a chip with a button that removes it; in the
 * empty input Backspace removes the last one, and the arrow keys move between them.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { t, i18n } = useTranslation("components");
  const { value, options, onChange, disabled, readOnly } = props;
  // Chosen options may be missing among options that a server searched for.
  const [lastChosen, setLastChosen] = useState(() => options.filter(({ id }) => value.includes(id)));
  const chosen = useMemo<SelectOption[]>(
    () => value.map((id) => ({ id, label: optionLabel([...options, ...lastChosen], id) })),
    [value, options, lastChosen],
  );
  const search = useComboboxSearch(props, {
    label: "",
    choose: (option) => {
      setLastChosen([...chosen, option]);
      onChange(toggleId(value, option.id));
    },
  });

  return (
    <DirectionProvider direction={i18n.dir}>
      <Combobox.Root
        {...search.root}
        multiple
        value={chosen}
        onValueChange={(next) => {
          setLastChosen(next);
          onChange(next.map(({ id }) => id));
        }}
        onOpenChange={(isOpen, details) => {
          // The list stays open for the next choice.
          if (details.reason === "item-press") {
            details.cancel();
            search.reset();
          } else search.root.onOpenChange(isOpen, details);
        }}
      >
        <Combobox.InputGroup render={<ControlFrame end={<ComboboxTrigger {...props} search={search} />} />}>
          <Combobox.Chips className="select-chips" aria-label={t("select.chosen")}>
            {chosen.map(({ id, label }) => (
              // `aria-readonly` is not allowed on an element without a role.
              <Combobox.Chip key={id} className="select-chip" aria-readonly={undefined}>
                <bdi>{label}</bdi>
                {!disabled && !readOnly && (
                  <Combobox.ChipRemove aria-label={t("select.remove", { label: isolate(label) })}>
                    <CloseIcon className="size-3.5" />
                  </Combobox.ChipRemove>
                )}
              </Combobox.Chip>
            ))}
            <ComboboxInput
              {...props}
              placeholder={value.length > 0 ? "" : props.placeholder}
              search={search}
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        {search.isOpen && <ComboboxList {...props} search={search} />}
      </Combobox.Root>
    </DirectionProvider>
  );
}
