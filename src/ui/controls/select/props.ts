import type { Ref } from "react";
import type { SelectOption } from "./options.ts";

export type SelectProps = {
  /** The input's id, for the label's `htmlFor`. */
  id: string;
  name?: string | undefined;
  options: readonly SelectOption[];
  onBlur?: (() => void) | undefined;
  /** "Select..." by default. */
  placeholder?: string | undefined;
  /** Whether typed text can become a value, with the text as its label. */
  allowCustom?: boolean | undefined;
  /** Called with the search text, and "" when the list closes, for options from a server. They are then not filtered. */
  onSearch?: ((text: string) => void) | undefined;
  /** Whether options are being loaded. */
  isLoading?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  autoFocus?: boolean | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-labelledby"?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  /** The chosen option's id, or a custom value. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** Whether a button, and emptying the input, set the value to `null`. */
  clearable?: boolean | undefined;
};

export type MultiSelectProps = Omit<
  SelectProps,
  "value" | "onChange" | "clearable" | "allowCustom" | "onSearch" | "isLoading"
> & {
  /** The ids of the chosen options. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
};
