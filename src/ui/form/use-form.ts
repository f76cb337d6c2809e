import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback } from "react";
import {
  useForm as useHookForm,
  type DefaultValues,
  type FieldValues,
  type UseFormReset,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { issueMessage } from "./messages.ts";

type FormOptions<Input extends FieldValues, Output> = {
  /** Says what may be sent. Messages are keys of texts; an issue without one reads as "Required" or "not valid". */
  schema: z.ZodType<Output, Input>;
} & (
  | { defaultValues: DefaultValues<Input>; values?: undefined }
  /** Values that may change while the form is shown: what was typed stays. */
  | { values: Input; defaultValues?: DefaultValues<Input> }
);

/** A form's state, checked against a schema: for `Form`. There is no other way to make a form. */
export function useForm<Input extends FieldValues, Output>({
  schema,
  ...values
}: FormOptions<Input, Output>): UseFormReturn<Input, unknown, Output> {
  const form = useHookForm<Input, unknown, Output>({
    ...values,
    resolver: zodResolver(schema, { error: issueMessage }),
    resetOptions: { keepDirtyValues: true },
    // `Form` leads to the field, or to the summary.
    shouldFocusError: false,
  });

  // Whoever resets a form by hand means all of it: what new `values` leave alone as well.
  const { reset: resetAsNewValuesDo } = form;
  const reset = useCallback<UseFormReset<Input>>(
    (next, options) => resetAsNewValuesDo(next, { keepDirtyValues: false, ...options }),
    [resetAsNewValuesDo],
  );
  return { ...form, reset };
}
