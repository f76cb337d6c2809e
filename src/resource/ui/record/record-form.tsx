import type { ReactNode } from "react";
import type { Control, DefaultValues, FieldPath } from "react-hook-form";
import type { z } from "zod";
import { Form } from "#ui/form/form.tsx";
import type { SubmitErrors } from "#ui/form/form-errors.ts";
import { useForm } from "#ui/form/use-form.ts";
import type { RecordFormProps } from "./record-form-props.ts";

/** The values of a form for a draft, whose fields can be empty. */
export type DraftValues<Draft> = { [Name in keyof Draft]: Draft[Name] | "" | null };

type Props<Draft> = RecordFormProps<Draft> & {
  schema: z.ZodType<Draft>;
  /** The values of a new record's form. */
  emptyValues: NoInfer<DraftValues<Draft>>;
  /** The texts for the fields, by error code. */
  submitErrors?: SubmitErrors<FieldPath<DraftValues<Draft>>>;
  /** The fields. */
  children: (control: Control<DraftValues<Draft>, unknown, Draft>) => ReactNode;
};

/** The form of a record, for `NewRecordScreen` and `UpdateRecordScreen`: its fields in one column. */
export function RecordForm<Draft>({
  draft,
  onSubmit,
  onFailure,
  ref,
  buttons,
  schema,
  emptyValues,
  submitErrors,
  children,
}: Props<Draft>) {
  const form = useForm<DraftValues<Draft>, Draft>({
    schema,
    defaultValues: (draft ?? emptyValues) as DefaultValues<DraftValues<Draft>>,
  });
  return (
    <Form
      ref={ref}
      form={form}
      onSubmit={(values) => onSubmit(values, form)}
      submitErrors={submitErrors}
      onFailure={onFailure}
      className="mt-6 grid max-w-reading gap-6"
    >
      {children(form.control)}
      {buttons}
    </Form>
  );
}
