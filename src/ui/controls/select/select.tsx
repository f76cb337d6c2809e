import { Combobox } from "@base-ui/react/combobox";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { useMemo, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { CloseIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { ComboboxInput, ComboboxList, ComboboxTrigger } from "./combobox-parts.tsx";
import { optionLabel, type SelectOption } from "./options.ts";
import type { SelectProps } from "./props.ts";
import { useComboboxSearch } from "./use-combobox-search.ts";

/**
 * Chooses one option by searching (specification, "Select"). Typed text that isn't chosen is discarded on blur, unless it
 * can become a value. It brings Base UI's Combobox: load it with the form that needs it.
 */
export function Select(props: SelectProps) {
  const { t, i18n } = useTranslation("components");
  const { value, options, onChange, clearable, disabled, readOnly } = props;
  // The chosen option may be missing among options that a server searched for.
  const [lastChosen, setLastChosen] = useState(() => options.find(({ id }) => id === value));
  const label = optionLabel(lastChosen ? [...options, lastChosen] : options, value);
  const chosen = useMemo<SelectOption | null>(
    () => (value === null ? null : { id: value, label }),
    [value, label],
  );
  const search = useComboboxSearch(props, { label, choose });

  function choose(option: SelectOption | null) {
    setLastChosen(option ?? undefined);
    onChange(option?.id ?? null);
  }

  return (
    <DirectionProvider direction={i18n.dir}>
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
              // Base UI's hidden close button has an English name; our own button closes the list.
              className="[&>[role=button]:has(+input)]:hidden"
              end={
                <>
                  {clearable && !disabled && !readOnly && (
                    <Combobox.Clear className="control-adornment" aria-label={t("select.clear")}>
                      <CloseIcon className="size-4" />
                    </Combobox.Clear>
                  )}
                  <ComboboxTrigger id={props.id} disabled={disabled} readOnly={readOnly} search={search} />
                </>
              }
            />
          }
        >
          <ComboboxInput {...props} search={search} />
        </Combobox.InputGroup>
        {search.isOpen && <ComboboxList isLoading={props.isLoading} />}
      </Combobox.Root>
    </DirectionProvider>
  );
}
