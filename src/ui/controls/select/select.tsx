import { useTranslation } from "react-i18next";
import { ChevronDownIcon, CloseIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { optionLabel } from "./options.ts";
import { PlainInput } from "./plain-input.tsx";
import type { SelectProps } from "./props.ts";
import "./select.css";
import { usePartOnFocus } from "./use-part-on-focus.ts";

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
    label: optionLabel(props.options, value),
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
