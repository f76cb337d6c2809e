import { createContext, use } from "react";
import type { Control } from "react-hook-form";

/** The ids of a field's control and label. */
export type FieldIds = { id: string; labelId: string };

type FormContextValue = {
  control: Control;
  /** Registers a field's ids, until the returned function is called. */
  registerField(name: string, ids: FieldIds): () => void;
};

export const FormContext = createContext<FormContextValue | null>(null);

/** @throws outside of a `Form` */
export function useFormContext(): FormContextValue {
  const context = use(FormContext);
  if (!context) throw new Error("Missing <Form /> parent component");
  return context;
}
