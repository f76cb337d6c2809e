import type { Ref } from "react";
import type { SelectOption } from "./options.ts";

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

export type MultiSelectProps = SelectFieldProps & {
  /** The chosen options' ids and custom values, in the order of choosing. */
  value: string[];
  onChange: (ids: string[]) => void;
};
