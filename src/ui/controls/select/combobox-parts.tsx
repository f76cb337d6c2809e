import { Combobox } from "@base-ui/react/combobox";
import type { MouseEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { CheckIcon, ChevronDownIcon, PlusIcon } from "#ui/icons.ts";
import { useOverlayContainer } from "../../overlays/overlay-container.tsx";
import type { ListedOption } from "./options.ts";
import type { SelectProps } from "./props.ts";
import type { ComboboxSearch } from "./use-combobox-search.ts";

type PartProps = SelectProps & { search: ComboboxSearch };

/** The input in which the user searches. */
export function ComboboxInput({ search, ref, ...props }: PartProps) {
  const { t } = useTranslation("components");
  return (
    <Combobox.Input
      ref={ref}
      className="control-input text-ellipsis"
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

type TriggerProps = Pick<SelectProps, "id" | "disabled" | "readOnly"> & {
  search: Pick<ComboboxSearch, "isOpen" | "leave">;
};

/** The button that opens and closes the list. */
export function ComboboxTrigger({ search, id, disabled, readOnly }: TriggerProps) {
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
        search.leave();
      }}
    >
      <ChevronDownIcon className="size-4" />
    </Combobox.Trigger>
  );
}

/** On the far side from the input, so that options don't move under the pointer when loading ends. */
const noteClasses = "p-3 text-muted-foreground empty:contents group-data-[side=top]/list:-order-1";

/**
 * The options, below the input or above it. As a popover in the top layer it isn't clipped, and in a modal dialog it is
 * rendered inside the dialog, since everything outside is inert.
 */
export function ComboboxList({ isLoading }: Pick<SelectProps, "isLoading">) {
  const { t } = useTranslation("components");
  return (
    <Combobox.Portal container={useOverlayContainer()}>
      <Combobox.Positioner
        ref={(positioner) => positioner?.showPopover()}
        popover="manual"
        // In the top layer, as wide as the input.
        className="group/list inset-auto w-(--anchor-width) max-w-(--available-width) overflow-visible bg-transparent"
        positionMethod="fixed"
        sideOffset={6}
        collisionPadding={8}
      >
        {/* `Combobox.Popup` would hide the label and the rest of the page from assistive technology. */}
        <div
          role="presentation"
          className="flex max-h-[min(20rem,var(--available-height))] flex-col overflow-hidden rounded-surface border border-border bg-surface text-foreground shadow-lg"
          onMouseDown={(event) => event.preventDefault()}
        >
          <Combobox.Empty className={noteClasses}>{!isLoading && t("select.noResultsFound")}</Combobox.Empty>
          <Combobox.List
            className="flex-1 scroll-py-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0"
            aria-label={t("select.options")}
          >
            {(option: ListedOption) => (
              <Combobox.Item
                key={`${option.isNew ?? false} ${option.id}`}
                value={option}
                disabled={option.disabled}
                // The outline is visible in forced-colors mode.
                className="group grid min-h-control cursor-pointer grid-cols-[1rem_minmax(0,1fr)] items-center gap-2 rounded-[calc(var(--surface-radius)-5px)] px-2 py-1 wrap-anywhere -outline-offset-1 outline-transparent data-disabled:cursor-default data-disabled:text-muted-foreground data-disabled:opacity-70 data-highlighted:bg-muted data-highlighted:outline data-selected:font-semibold"
              >
                {option.isNew ? <NewOption option={option} /> : <ExistingOption option={option} />}
              </Combobox.Item>
            )}
          </Combobox.List>
          <Combobox.Status className={noteClasses}>{isLoading && t("select.loading")}</Combobox.Status>
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
      <Combobox.ItemIndicator keepMounted className="invisible text-accent group-data-selected:visible">
        <CheckIcon className="size-4" />
      </Combobox.ItemIndicator>
      <bdi>{option.label}</bdi>
    </>
  );
}
