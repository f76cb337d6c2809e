import { useHydrated } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useFormState } from "react-hook-form";
import { Button } from "../controls/button.tsx";
import { useFormContext } from "./form-context.ts";

/**
 * The form's submit button: busy while a submit is pending. It is disabled until hydration, so that neither a click nor
 * Enter makes the browser submit the form itself.
 * @throws outside of a `Form`
 */
export function FormSubmit({
  className = "",
  ...props
}: Omit<ComponentProps<typeof Button>, "type" | "isBusy" | "disabled">) {
  const { control } = useFormContext();
  const { isSubmitting } = useFormState({ control });
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      variant="primary"
      isBusy={isSubmitting}
      disabled={!isHydrated}
      className={`disabled:opacity-100! ${className}`}
      {...props}
    />
  );
}
