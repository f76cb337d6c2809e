import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { ChevronDownIcon, CloseIcon } from "../../icons.tsx";
import { ControlFrame } from "../control-frame.tsx";
import { labelOf, type SelectOption } from "./options.ts";
import { PlainInput } from "./plain-input.tsx";
import "./select.css";
import { usePartOnFocus } from "./use-part-on-focus.ts";

/** What a select of one and a select of several have in common. */
export type SelectFieldProps = {
  /** The input's; a label's `htmlFor` names it. */
  id: string;
  name?: string | undefined;
  options: readonly SelectOption[];
  onBlur?: (() => void) | undefined;
  /** "Select..." unless told. */
  placeholder?: string | undefined;
  /** Whether what was typed can become a value, which then is its own label. */
  allowCustom?: boolean | undefined;
  /** Gets what is typed, and "" when the list closes: for options that a server finds. They are not filtered here. */
  onSearch?: ((text: string) => void) | undefined;
  /** Whether options are on their way. */
  isLoading?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  autoFocus?: boolean | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-labelledby"?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

export type SelectProps = SelectFieldProps & {
  /** The chosen option's id, or a custom value. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** Whether there is a button that sets the value to `null`; emptying the field does so too. */
  clearable?: boolean | undefined;
};

const loadCombobox = () => import("./select-combobox.tsx").then(({ SelectCombobox }) => SelectCombobox);

/**
 * One of several options, found by typing (specification, "Select"). What was typed and not chosen is taken back when
 * the field is left.
 *
 * The page brings a plain input that shows the chosen label; the list's code arrives when somebody comes to it.
 */
export function Select(props: SelectProps) {
  const { t } = useTranslation("components");
  const { value, clearable, disabled, readOnly } = props;
  const { part, input } = usePartOnFocus(props, {
    label: labelOf(props.options, value),
    load: loadCombobox,
    choose: ({ id }) => props.onChange(id),
  });
  if (part) return <part.Part {...props} begun={part.begun} />;

  return (
    <ControlFrame
      end={
        <>
          {clearable && value !== null && !disabled && !readOnly && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={t("select.clear")}
              className="control-adornment"
              onClick={() => props.onChange(null)}
            >
              <CloseIcon className="size-4" />
            </button>
          )}
          <span className="control-adornment">
            <ChevronDownIcon className="size-4" />
          </span>
        </>
      }
    >
      {props.name && <input type="hidden" name={props.name} value={value ?? ""} disabled={disabled} />}
      <PlainInput {...props} input={input} />
    </ControlFrame>
  );
}
