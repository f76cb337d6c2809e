import { useHydrated } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useFormState } from "react-hook-form";
import { Button } from "../controls/button.tsx";
import { useFormContext } from "./form-context.ts";

/**
 * The button that sends the form: busy while it is being sent. Until the page has its script it can't be pressed, and
 * Enter in a field does nothing, so that what was typed is not lost to the browser's own sending.
 * @throws outside of a `Form`.
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
