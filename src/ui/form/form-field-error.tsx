import { use } from "react";
import {
  get,
  useFormState,
  type Control,
  type FieldError as FormError,
  type FieldPath,
  type FieldValues,
} from "react-hook-form";
import { Isolated } from "#i18n/isolate.tsx";
import { FieldError } from "../controls/field.tsx";
import { ControlledFieldContext } from "./controlled-field.ts";
import { fieldErrorMessage } from "./form-errors.ts";
import { useFormFieldIfAny } from "./form-field.tsx";
import { FormContext } from "./form-context.ts";
import { useErrorMessage } from "./messages.ts";

type FormFieldErrorProps<Input extends FieldValues, Output> =
  | { control: Control<Input, unknown, Output>; name: FieldPath<Input> }
  /** By default those of the surrounding controller. */
  | { control?: undefined; name?: undefined };

/**
 * A field's error message. Screen readers read it with the field, which gets the focus; it is announced if the field has the
 * focus already, and if an upload failed, since that moves no focus (error type "upload"). Each controller renders one; with
 * `control` and `name` it can be placed anywhere.
 * @throws without a controller and props (specification, "Other messages")
 */
export function FormFieldError<Input extends FieldValues, Output>(props: FormFieldErrorProps<Input, Output>) {
  const controlled = use(ControlledFieldContext);
  const control = (props.control as Control | undefined) ?? controlled?.control;
  const name = props.name ?? controlled?.field.name;
  if (!control || !name)
    throw new Error(
      'Missing <FormFieldController /> parent component or "control" and "name" props on <FormFieldError />',
    );

  const field = useFormFieldIfAny();
  const { errors } = useFormState({ control, name });
  const translate = useErrorMessage();
  const message = fieldErrorMessage(errors, name);
  const { announced } = use(FormContext) ?? {};
  const isUpload = (get(errors, name) as FormError | undefined)?.type === "upload";
  const isAnnounced = isUpload || announced === name;
  return (
    <FieldError id={field?.errorId} role={isAnnounced ? "alert" : undefined}>
      {message && <Isolated>{translate(message)}</Isolated>}
    </FieldError>
  );
}
