import { Combobox } from "@base-ui/react/combobox";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { useId } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { CloseIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { ComboboxList, ComboboxTrigger } from "./combobox-parts.tsx";
import type { SelectOption } from "./options.ts";
import type { MultiSelectProps } from "./props.ts";
import { useMultiSelect } from "./use-multi-select.ts";

/**
 * Chooses several options by searching. Each one is a chip: the arrow key at the start of the input moves to the chips, and
 * Backspace or Delete removes one. It brings Base UI's Combobox: load it with the form that needs it.
 */
export function MultiSelect({ ref, ...props }: MultiSelectProps) {
  const { t, i18n } = useTranslation("components");
  const { id, disabled, readOnly } = props;
  const { chosen, announcement, root, input, ...list } = useMultiSelect(props);
  return (
    <DirectionProvider direction={i18n.dir}>
      <Combobox.Root multiple {...root}>
        <Combobox.InputGroup
          render={
            <ControlFrame
              // Base UI's hidden close button has an English name; our own button closes the list.
              className="[&_[role=button]:has(+input)]:hidden"
              end={<ComboboxTrigger id={id} disabled={disabled} readOnly={readOnly} search={list} />}
            />
          }
        >
          <Combobox.Chips
            className="flex min-w-0 flex-1 flex-wrap items-center gap-1 self-stretch p-1"
            aria-label={chosen.length > 0 ? t("select.chosen") : undefined}
          >
            {chosen.map((option) => (
              <Chip key={option.id} option={option} canRemove={!disabled && !readOnly} />
            ))}
            <Combobox.Input
              ref={ref}
              className="control-input min-h-8 min-w-24 px-2! text-ellipsis"
              placeholder={chosen.length > 0 ? undefined : (props.placeholder ?? t("select.placeholder"))}
              autoFocus={props.autoFocus}
              aria-invalid={props["aria-invalid"]}
              aria-describedby={props["aria-describedby"]}
              aria-labelledby={props["aria-labelledby"]}
              {...input}
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        {list.isOpen && <ComboboxList />}
      </Combobox.Root>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </DirectionProvider>
  );
}

/** A chosen option, with a button that removes it. */
function Chip({ option: { label }, canRemove }: { option: SelectOption; canRemove: boolean }) {
  const { t } = useTranslation("components");
  const hintId = useId();
  return (
    <Combobox.Chip
      role="group"
      aria-label={label}
      // Not allowed on a group.
      aria-readonly={undefined}
      aria-describedby={canRemove ? hintId : undefined}
      // The border is visible in forced-colors mode.
      className="inline-flex min-h-7 max-w-full items-center rounded-control border border-border bg-muted ps-2 text-sm focus:outline-2 focus:outline-offset-1 focus:outline-focus max-md:min-h-9"
    >
      <bdi className="min-w-0 pe-1 wrap-anywhere">{label}</bdi>
      {canRemove && (
        <>
          <Combobox.ChipRemove
            className="grid size-7 shrink-0 place-items-center self-stretch rounded-control text-muted-foreground hover:bg-surface hover:text-foreground max-md:size-9"
            aria-label={t("select.remove", { label })}
          >
            <CloseIcon className="size-4" />
          </Combobox.ChipRemove>
          <span id={hintId} hidden>
            {t("select.removeHint")}
          </span>
        </>
      )}
    </Combobox.Chip>
  );
}
