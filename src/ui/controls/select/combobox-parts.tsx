import { Combobox } from "@base-ui/react/combobox";
import type { MouseEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { CheckIcon, ChevronDownIcon, PlusIcon } from "#ui/icons.ts";
import { useOverlayContainer } from "../../overlays/overlay-container.tsx";
import type { ListedOption } from "./options.ts";
import type { SelectFieldProps } from "./props.ts";
import type { ComboboxSearch } from "./use-combobox-search.ts";

type PartProps = SelectFieldProps & { search: ComboboxSearch };

/** The input in which the user searches. */
export function ComboboxInput({ search, ref, ...props }: PartProps) {
  const { t } = useTranslation("components");
  return (
    <Combobox.Input
      ref={ref}
      className="control-input select-input"
      placeholder={props.placeholder ?? t("select.placeholder")}
      autoFocus={props.autoFocus}
      aria-invalid={props["aria-invalid"]}
      aria-describedby={props["aria-describedby"]}
      aria-labelledby={props["aria-labelledby"]}
      onMouseDown={selectText}
      {...search.input}
    />
  );
}

/** When a click focuses the input, its text is selected, so that typing replaces it. */
function selectText(event: MouseEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  if (document.activeElement === input) return;
  event.preventDefault();
  input.focus();
  input.select();
}

/** The button that opens and closes the list. */
export function ComboboxTrigger({ search, id, disabled, readOnly }: PartProps) {
  const { t } = useTranslation("components");
  return (
    <Combobox.Trigger
      // On the server Base UI doesn't know the input yet, and would give the button the input's id and role.
      id={`${id}-trigger`}
      role="button"
      aria-haspopup="listbox"
      className="control-adornment"
      aria-label={t(search.isOpen ? "select.close" : "select.show")}
      disabled={disabled || readOnly}
      // Base UI closes only a list that the pointer opened.
      onMouseDown={(event) => {
        if (!search.isOpen) return;
        event.preventDefault();
        event.preventBaseUIHandler();
        search.close();
      }}
    >
      <ChevronDownIcon className="size-4" />
    </Combobox.Trigger>
  );
}

/**
 * The options, below the input or above it. As a popover in the top layer it isn't clipped, and in a modal dialog it is
 * rendered inside the dialog, since everything outside is inert.
 */
export function ComboboxList({ isLoading }: PartProps) {
  const { t } = useTranslation("components");
  return (
    <Combobox.Portal container={useOverlayContainer()}>
      <Combobox.Positioner
        ref={(positioner) => positioner?.showPopover()}
        popover="manual"
        className="select-positioner"
        positionMethod="fixed"
        sideOffset={6}
        collisionPadding={8}
      >
        {/* `Combobox.Popup` would hide the label and the rest of the page from assistive technology. */}
        <div role="presentation" className="select-popup" onMouseDown={(event) => event.preventDefault()}>
          <Combobox.Empty className="select-note">{!isLoading && t("select.noResultsFound")}</Combobox.Empty>
          <Combobox.List className="select-list" aria-label={t("select.options")}>
            {(option: ListedOption) => (
              <Combobox.Item
                key={`${option.isNew ?? false} ${option.id}`}
                value={option}
                disabled={option.disabled}
                className="select-option"
              >
                {option.isNew ? <NewOption option={option} /> : <ExistingOption option={option} />}
              </Combobox.Item>
            )}
          </Combobox.List>
          <Combobox.Status className="select-note">{isLoading && t("select.loading")}</Combobox.Status>
        </div>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function NewOption({ option }: { option: ListedOption }) {
  const { t } = useTranslation("components");
  return (
    <>
      <PlusIcon className="size-4" />
      <span>
        <Isolated>{t("select.create", { searchTerm: isolate(option.label) })}</Isolated>
      </span>
    </>
  );
}

function ExistingOption({ option }: { option: ListedOption }) {
  return (
    <>
      <Combobox.ItemIndicator keepMounted className="select-check">
        <CheckIcon className="size-4" />
      </Combobox.ItemIndicator>
      <bdi>{option.label}</bdi>
    </>
  );
}
