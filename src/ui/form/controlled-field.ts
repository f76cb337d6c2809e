import { createContext, use } from "react";
import type { Control, ControllerRenderProps } from "react-hook-form";

/** What a `FormFieldController` provides to its control. */
export type ControlledField = {
  control: Control;
  field: ControllerRenderProps;
  /** The form's default value for the field. */
  initialValue: unknown;
  labelId: string;
  /** Attributes for the element that the label belongs to. */
  attributes: {
    id: string;
    name: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  };
};

/** The surrounding controller, if there is one. */
export const ControlledFieldContext = createContext<ControlledField | null>(null);

/** The surrounding controller. @throws without one */
export function useControlledField(): ControlledField {
  const controlled = use(ControlledFieldContext);
  if (!controlled) throw new Error("Missing <FormFieldController /> parent component");
  return controlled;
}

/** The props that a controller sets on its control. */
export type ControllerPropNames =
  | "id"
  | "name"
  | "value"
  | "defaultValue"
  | "checked"
  | "defaultChecked"
  | "onChange"
  | "onBlur"
  | "ref"
  | "type"
  | "form"
  | "aria-invalid"
  | "aria-describedby"
  | "aria-labelledby";
