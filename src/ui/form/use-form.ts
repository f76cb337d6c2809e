import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback } from "react";
import {
  useForm as useHookForm,
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import { z } from "zod";
import { issueMessage } from "./messages.ts";

type FormOptions<Input extends FieldValues, Output> = {
  /** Messages are text keys; an issue without a message gets a general one (`issueMessage`). */
  schema: z.ZodType<Output>;
  defaultValues: DefaultValues<Input>;
};

export type FormState<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** Whether the schema accepts an empty field. */
  isOptional: (name: string) => boolean;
};

/** The state of a `Form`, validated by a schema. */
export function useForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
}: FormOptions<Input, Output>): FormState<Input, Output> {
  const form = useHookForm<Input, unknown, Output>({
    defaultValues,
    resolver: zodResolver(schema as z.ZodType<Output, Input>, { error: issueMessage }),
    // `Form` focuses the invalid field, or the summary.
    shouldFocusError: false,
  });
  const isOptional = useCallback((name: string) => acceptsEmpty(schema, name), [schema]);
  return { ...form, isOptional };
}

function acceptsEmpty(schema: z.ZodType, name: string): boolean {
  const field = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
  return [null, undefined, ""].some((empty) => field?.safeParse(empty).success);
}
