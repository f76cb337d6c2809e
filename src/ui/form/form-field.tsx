import {
  createContext,
  use,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentProps,
  type Dispatch,
  type SetStateAction,
} from "react";
import { FieldHint, FieldLabel } from "../controls/field.tsx";

type FormFieldContextValue = {
  /** Of the control, or the group of controls. */
  id: string;
  labelId: string;
  helperId: string;
  errorId: string;
  hasHelper: boolean;
  setHelper: Dispatch<SetStateAction<boolean>>;
  /** A group is named by its label, but no label belongs to one of its controls alone. */
  isGroup: boolean;
  setGroup: Dispatch<SetStateAction<boolean>>;
};

const FormFieldContext = createContext<FormFieldContextValue | null>(null);

/** The field around a part, where there is one. */
export function useFormFieldIfAny(): FormFieldContextValue | null {
  return use(FormFieldContext);
}

/** The field around a part. @throws where there is none (specification, "Other messages"). */
export function useFormField(): FormFieldContextValue {
  const field = useFormFieldIfAny();
  if (!field) throw new Error("Missing <FormField /> parent component");
  return field;
}

/** Ties one control to its label, help and error: it holds a `FormFieldController` and what is said about it. */
export function FormField({ className = "", ...props }: ComponentProps<"div">) {
  const id = useId();
  const [hasHelper, setHelper] = useState(false);
  const [isGroup, setGroup] = useState(false);
  const field = useMemo(
    () => ({
      id,
      labelId: `${id}-label`,
      helperId: `${id}-helper`,
      errorId: `${id}-error`,
      hasHelper,
      setHelper,
      isGroup,
      setGroup,
    }),
    [id, hasHelper, isGroup],
  );
  return (
    <FormFieldContext value={field}>
      <div className={`grid min-w-0 content-start gap-2 ${className}`} {...props} />
    </FormFieldContext>
  );
}

/** The field's name. A lone checkbox has its own beside it and needs none. */
export function FormFieldLabel(props: Omit<ComponentProps<typeof FieldLabel>, "id" | "htmlFor">) {
  const { id, labelId, isGroup } = useFormField();
  return <FieldLabel id={labelId} htmlFor={isGroup ? undefined : id} {...props} />;
}

/** A line of help, read out with the control. */
export function FormFieldHelper(props: Omit<ComponentProps<typeof FieldHint>, "id">) {
  const { helperId, setHelper } = useFormField();
  useFlagWhileShown(setHelper);
  return <FieldHint id={helperId} {...props} />;
}

/** Says that the field is a group, or has help, for as long as the caller is shown. */
export function useFlagWhileShown(say: (isSo: boolean) => void): void {
  useLayoutEffect(() => {
    say(true);
    return () => say(false);
  }, [say]);
}
