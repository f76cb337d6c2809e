import type { ReactNode } from "react";
import { useControlledField, type ControlledField } from "../controlled-field.ts";

type CustomFieldProps = {
  /** Renders the control, with `field` for its value and `attributes` for label, help and error. */
  render(controlled: ControlledField): ReactNode;
};

/** Any other control. */
export function CustomField({ render }: CustomFieldProps) {
  return render(useControlledField());
}
