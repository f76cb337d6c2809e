import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { CheckboxGroup } from "../controls/checkbox-group.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { CodeInput } from "../controls/code-input.tsx";
import { DateInput } from "../controls/date-input/date-input.tsx";
import { NumberInput } from "../controls/number-input/number-input.tsx";
import { RadioGroup } from "../controls/radio-group.tsx";
import { TextInput } from "../controls/text-input.tsx";
import { Textarea } from "../controls/textarea.tsx";
import {
  useControlledField,
  useGroupField,
  useRejection,
  useValueField,
  type ControlledField,
  type ControlProps,
} from "./controlled-field.ts";
import { lateField } from "./late-field.tsx";
import { useTextField } from "./use-text-field.ts";

const loadSelects = () => import("./select-field.tsx");
const loadUpload = () => import("./upload-field.tsx");
const [selects, upload] = import.meta.env.SSR ? await Promise.all([loadSelects(), loadUpload()]) : [];

function TextField(props: ControlProps<typeof TextInput>) {
  return <TextInput type="text" {...useTextField()} {...props} />;
}

function TextareaField(props: ControlProps<typeof Textarea>) {
  return <Textarea {...useTextField()} {...props} />;
}

function EmailField(props: ControlProps<typeof TextInput>) {
  return (
    <TextInput
      type="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      {...useTextField()}
      dir="ltr"
      {...props}
    />
  );
}

function TelField(props: ControlProps<typeof TextInput>) {
  return <TextInput type="tel" autoComplete="tel" {...useTextField()} dir="ltr" {...props} />;
}

/** A one-time code (specification, "One-time-code field"). */
function OtpField(props: ControlProps<typeof CodeInput>) {
  return <CodeInput {...useTextField()} dir="ltr" {...props} />;
}

/** A day; the value is YYYY-MM-DD, or `null`. */
function DateField(props: ControlProps<typeof DateInput>) {
  const { t } = useTranslation("components");
  const rejection = useRejection((text) => t("datePicker.invalid", { text }));
  return <DateInput {...useValueField(null)} {...rejection} {...props} />;
}

/** A number or an amount; the value of an empty field is `null`. */
function NumberField(props: ControlProps<typeof NumberInput>) {
  const { t } = useTranslation("components");
  const rejection = useRejection((text) => t("numberInput.invalid", { text }));
  return <NumberInput {...useValueField(null)} {...rejection} {...props} />;
}

/** Radio buttons; the value is the selected one, or `null`. */
function RadioGroupField(props: ControlProps<typeof RadioGroup>) {
  return <RadioGroup {...useGroupField(null)} {...props} />;
}

/** Checkboxes; the value is the array of the checked values. */
function CheckboxGroupField(props: ControlProps<typeof CheckboxGroup>) {
  return <CheckboxGroup {...useGroupField([])} {...props} />;
}

/** A single checkbox with its own label. The value is a boolean. */
function CheckboxField(props: Omit<ControlProps<typeof Checkbox>, "labelId">) {
  const { field, attributes, labelId } = useControlledField();
  const { value, onChange, ...bound } = field;
  return (
    <Checkbox
      {...bound}
      {...attributes}
      labelId={labelId}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...props}
    />
  );
}

type CustomFieldProps = {
  /** Renders any other control, with `field` for its value and `attributes` for label, help and error. */
  render(controlled: ControlledField): ReactNode;
};

function CustomField({ render }: CustomFieldProps) {
  return render(useControlledField());
}

/** The field types (specification, "Forms"). What is large is loaded with the first form that has one. */
export const fieldTypes = {
  custom: CustomField,
  text: TextField,
  textarea: TextareaField,
  email: EmailField,
  tel: TelField,
  otp: OtpField,
  date: DateField,
  number: NumberField,
  select: lateField(async () => (await loadSelects()).SelectField, selects?.SelectField),
  "combobox-multiple": lateField(
    async () => (await loadSelects()).MultiSelectField,
    selects?.MultiSelectField,
  ),
  upload: lateField(async () => (await loadUpload()).UploadField, upload?.UploadField),
  "radio-group": RadioGroupField,
  checkbox: CheckboxField,
  "checkbox-group": CheckboxGroupField,
};

export type FieldTypes = typeof fieldTypes;
