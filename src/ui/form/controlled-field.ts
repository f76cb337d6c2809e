import { createContext, use, type ComponentProps, type ElementType } from "react";
import type { Control, ControllerRenderProps } from "react-hook-form";
import { isolate } from "#i18n/isolate.tsx";
import { FormContext } from "./form-context.ts";
import { useFlagWhileMounted, useFormField } from "./form-field.tsx";

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

/** The props that bind a control to its field. */
export function useValueField(emptyValue: unknown) {
  const { field, attributes } = useControlledField();
  return { ...field, ...attributes, value: field.value ?? emptyValue };
}

/**
 * The props of a control that reverts typed text which isn't a value. Until the text is edited, or the control is left as
 * it is, the field says so and the form isn't sent: it would be sent with the value before.
 * @param message says what is wrong with the text
 */
export function useRejection(message: (text: string) => string) {
  const { field } = useControlledField();
  const { reject, accept } = use(FormContext) ?? {};
  return {
    onReject: (text?: string) =>
      reject?.(field.name, text === undefined ? undefined : message(isolate(text))),
    onAccept: () => accept?.(field.name),
  };
}

/** The props that bind a group of controls to its field. The label names the group, not one of its controls. */
export function useGroupField(emptyValue: unknown) {
  const { labelId } = useControlledField();
  useFlagWhileMounted(useFormField().setGroup);
  return { ...useValueField(emptyValue), "aria-labelledby": labelId };
}

/** The props of a control, without those that its controller sets. */
export type ControlProps<Control extends ElementType> = Omit<
  ComponentProps<Control>,
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
  | "aria-labelledby"
>;
