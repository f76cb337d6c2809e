import type { ReactNode } from "react";
import { useControlledField, type ControlledField } from "../controlled-field.ts";

type CustomFieldProps = {
  /** Shows the control: bound by `field`, tied to label, help and error by `attributes`. */
  render(controlled: ControlledField): ReactNode;
};

/** Any other control. */
export function CustomField({ render }: CustomFieldProps) {
  return render(useControlledField());
}
