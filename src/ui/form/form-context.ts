import { createContext, use } from "react";
import type { Control } from "react-hook-form";

type FormContextValue = {
  control: Control;
  /** The ids of the form's `FormField`s by field name. */
  fieldIds: Map<string, string>;
  isOptional: (name: string) => boolean;
  /** Sets, or without a message removes, the error of a field whose typed text isn't a value. */
  reject: (name: string, message: string | undefined) => void;
  /** From now on, what the text was reverted to may be sent. The error stays: nothing moves below a click. */
  accept: (name: string) => void;
  /** The field whose error is announced, because it had the focus already. */
  announced: string | undefined;
};

export const FormContext = createContext<FormContextValue | null>(null);

/** @throws outside of a `Form` */
export function useFormContext(): FormContextValue {
  const context = use(FormContext);
  if (!context) throw new Error("Missing <Form /> parent component");
  return context;
}
