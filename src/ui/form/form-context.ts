import { createContext, use } from "react";
import type { Control } from "react-hook-form";

/** Where the parts of a field stand in the page. */
export type FieldIds = { id: string; labelId: string };

type FormContextValue = {
  control: Control;
  /** Makes a field known to its form, until the function returned is called. */
  registerField(name: string, ids: FieldIds): () => void;
};

export const FormContext = createContext<FormContextValue | null>(null);

/** The form around a part. @throws where there is none. */
export function useFormContext(): FormContextValue {
  const context = use(FormContext);
  if (!context) throw new Error("Missing <Form /> parent component");
  return context;
}
