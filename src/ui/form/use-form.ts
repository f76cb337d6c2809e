import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useState } from "react";
import {
  get,
  set,
  useForm as useHookForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
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
  /** The fields whose typed text isn't a value, by name. They are invalid until their value changes. */
  rejections: Map<string, Rejection>;
};

type Rejection = {
  message: string;
  /** The field's value, to which the text was reverted. */ value: unknown;
};

/** The state of a `Form`, validated by a schema. */
export function useForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
}: FormOptions<Input, Output>): FormState<Input, Output> {
  const [rejections] = useState(() => new Map<string, Rejection>());
  const resolve = zodResolver(schema as z.ZodType<Output, Input>, { error: issueMessage });
  const form = useHookForm<Input, unknown, Output>({
    defaultValues,
    resolver: withRejections(resolve, rejections),
    // `Form` focuses the invalid field, or the summary.
    shouldFocusError: false,
  });
  const isOptional = useCallback((name: string) => acceptsEmpty(schema, name), [schema]);
  return { ...form, isOptional, rejections };
}

function withRejections<Input extends FieldValues, Output>(
  resolve: Resolver<Input, unknown, Output>,
  rejections: Map<string, Rejection>,
): Resolver<Input, unknown, Output> {
  return async (values, ...rest) => {
    const result = await resolve(values, ...rest);
    const rejected = [...rejections].filter(([name, { value }]) => Object.is(get(values, name), value));
    if (rejected.length === 0) return result;
    const errors = { ...result.errors } as FieldErrors<Input>;
    for (const [name, { message }] of rejected) set(errors, name, { type: "rejected", message });
    return { values: {}, errors };
  };
}

function acceptsEmpty(schema: z.ZodType, name: string): boolean {
  const field = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
  return [null, undefined, ""].some((empty) => field?.safeParse(empty).success);
}
