import { createContext, use } from "react";
import type { Control, ControllerRenderProps } from "react-hook-form";

/** What a controller gives to the control that it shows. */
export type ControlledField = {
  control: Control;
  field: ControllerRenderProps;
  /** The value that the field has while nothing is changed. */
  initialValue: unknown;
  labelId: string;
  /** What ties any control to its field. */
  attributes: {
    id: string;
    name: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  };
};

/** The controller around a part, where there is one. */
export const ControlledFieldContext = createContext<ControlledField | null>(null);

/** The controller around the control of a field type. */
export function useControlledField(): ControlledField {
  const controlled = use(ControlledFieldContext);
  if (!controlled) throw new Error("Missing <FormFieldController /> parent component");
  return controlled;
}

/** The props that a controller gives: what uses it gives all others. */
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
