import type { ComponentProps } from "react";
import { useFormState } from "react-hook-form";
import { Button } from "../controls/button.tsx";
import { useFormContext } from "./form-context.ts";

/** The form's submit button: busy while a submit is pending. @throws outside of a `Form` */
export function FormSubmit(props: Omit<ComponentProps<typeof Button>, "type" | "isBusy" | "disabled">) {
  const { control } = useFormContext();
  const { isSubmitting } = useFormState({ control });
  return <Button type="submit" variant="primary" isBusy={isSubmitting} {...props} />;
}
