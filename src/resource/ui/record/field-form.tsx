import type { Control } from "react-hook-form";
import { useTranslation } from "#i18n/use-translation.tsx";
import { draftSchema } from "#resource/field-schemas.ts";
import { drafts, emptyDraft, goneError, type Draft, type Field, type Fields } from "#resource/fields.ts";
import { referenceGone } from "#resource/reference-schema.ts";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { useForm } from "#ui/form/use-form.ts";
import type { SubmitErrors } from "#ui/form/form-errors.ts";
import { fieldColumns } from "./field-columns.tsx";
import { conflictFields } from "./record-facts.tsx";
import type { RecordFormProps } from "./record-form-props.ts";
import { ReferenceField, type ReferenceFieldProps } from "./reference-field.tsx";

type FieldFormProps<F extends Fields> = RecordFormProps<Draft<F>> & {
  fields: F;
  /** The records that references offer, by field. */
  references?: { [Name in keyof F]?: ReferenceFieldProps["records"] };
  /** The texts for the fields, by error code. Those of references are known. */
  submitErrors?: SubmitErrors<keyof F & string>;
};

/** A form with a control for each field. */
export function FieldForm<F extends Fields>({
  fields,
  references = {},
  submitErrors,
  draft,
  buttons,
  onSubmit,
  ...props
}: FieldFormProps<F>) {
  type Values = Record<string, unknown>;
  const form = useForm<Values, Draft<F>>({
    schema: draftSchema(fields),
    defaultValues: draft ?? emptyDraft(fields),
  });
  return (
    <Form
      {...props}
      form={form}
      onSubmit={(values) => onSubmit(values, form)}
      submitErrors={{ ...referenceErrors(fields), ...submitErrors }}
      className="mt-6 grid max-w-xl gap-6"
    >
      {Object.entries<Field>(fields).map(([name, field], index) => (
        <FieldControl
          key={name}
          name={name}
          field={field}
          control={form.control as unknown as Control}
          records={references[name]}
          autoFocus={index === 0 && !draft}
        />
      ))}
      {buttons}
    </Form>
  );
}

function referenceErrors(fields: Fields): SubmitErrors {
  const references = Object.keys(fields).filter((name) => fields[name]?.kind === "reference");
  return Object.fromEntries(references.map((name) => [goneError(name), { [name]: referenceGone }]));
}

type FieldControlProps = {
  name: string;
  field: Field;
  control: Control;
  records: ReferenceFieldProps["records"] | undefined;
  autoFocus: boolean;
};

function FieldControl({
  field: { kind, name: label, choices = {} },
  records,
  autoFocus,
  ...field
}: FieldControlProps) {
  const { t } = useTranslation();
  const props = { ...field, label: t(label) };
  switch (kind) {
    case "text":
      return <LabeledField {...props} type="text" dir="auto" autoFocus={autoFocus} />;
    case "number":
      return <LabeledField {...props} type="number" />;
    case "year":
      return <LabeledField {...props} type="number" isGrouped={false} inputMode="numeric" />;
    case "money":
      return <LabeledField {...props} type="number" inCents />;
    case "date":
      return <LabeledField {...props} type="date" />;
    case "boolean":
      return <LabeledField {...props} type="checkbox" />;
    case "choice": {
      const options = Object.entries(choices).map(([id, text]) => ({ id, label: t(text) }));
      return <LabeledField {...props} type="select" clearable options={options} />;
    }
    case "reference":
      return records && <LabeledField {...props} type={ReferenceField} records={records} />;
  }
}

/** What the screens that add and edit a record need to know of its fields. */
export function fieldEditing<F extends Fields>(fields: F) {
  return { ...drafts(fields), fields: conflictFields(fieldColumns(fields)) };
}
