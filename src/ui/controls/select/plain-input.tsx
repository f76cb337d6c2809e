import { useTranslation } from "react-i18next";
import type { SelectFieldProps } from "./props.ts";
import type { PartOnFocus } from "./use-part-on-focus.ts";

/** The input of a select that nobody has come to yet. */
export function PlainInput({ input, ref, ...props }: SelectFieldProps & { input: PartOnFocus["input"] }) {
  const { t } = useTranslation("components");
  return (
    <input
      ref={ref}
      role="combobox"
      aria-expanded={false}
      aria-controls={undefined}
      aria-haspopup="listbox"
      aria-autocomplete="list"
      autoComplete="off"
      className="control-input select-input"
      placeholder={props.placeholder ?? t("select.placeholder")}
      disabled={props.disabled}
      autoFocus={props.autoFocus}
      aria-invalid={props["aria-invalid"]}
      aria-describedby={props["aria-describedby"]}
      aria-labelledby={props["aria-labelledby"]}
      {...(props.readOnly ? { id: props.id, value: input.value, readOnly: true } : input)}
      onBlur={() => {
        input.onBlur();
        props.onBlur?.();
      }}
    />
  );
}
