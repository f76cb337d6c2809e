import { useTranslation } from "react-i18next";
import { isolate } from "#i18n/isolate.tsx";
import { ChevronDownIcon, CloseIcon } from "#ui/icons.ts";
import { ControlFrame } from "../control-frame.tsx";
import { optionLabel, toggleId } from "./options.ts";
import { PlainInput } from "./plain-input.tsx";
import type { MultiSelectProps } from "./props.ts";
import "./select.css";
import { usePartOnFocus } from "./use-part-on-focus.ts";

const loadCombobox = () =>
  import("./multi-select-combobox.tsx").then(({ MultiSelectCombobox }) => MultiSelectCombobox);

/**
 * Several of several options, found by typing as in `Select`. Each chosen one stands in the box with a button that
 * removes it; in the empty field Backspace removes the last, and the arrow keys walk along them.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { t } = useTranslation("components");
  const { value, options, disabled, readOnly } = props;
  const { part, input } = usePartOnFocus(props, {
    label: "",
    load: loadCombobox,
    choose: ({ id }) => props.onChange(toggleId(value, id)),
  });
  if (part) return <part.Part {...props} begun={part.begun} />;

  return (
    <ControlFrame
      end={
        <span className="control-adornment">
          <ChevronDownIcon className="size-4" />
        </span>
      }
    >
      {props.name &&
        value.map((id) => <input key={id} type="hidden" name={props.name} value={id} disabled={disabled} />)}
      <div className="select-chips">
        {value.map((id) => (
          <span key={id} className="select-chip">
            <bdi>{optionLabel(options, id)}</bdi>
            {!disabled && !readOnly && (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t("select.remove", { label: isolate(optionLabel(options, id)) })}
                onClick={() => props.onChange(toggleId(value, id))}
              >
                <CloseIcon className="size-3.5" />
              </button>
            )}
          </span>
        ))}
        <PlainInput {...props} placeholder={value.length ? "" : props.placeholder} input={input} />
      </div>
    </ControlFrame>
  );
}
