import type { ReactNode, Ref } from "react";

/** What saving needs of a form: that of `useForm`. */
export type ResettableForm<Draft> = {
  reset: (values: Draft, options: { keepDefaultValues?: boolean; keepFieldsRef: boolean }) => void;
};

/** A form's values before they are valid; null for a field without one. */
export type FormValues<Draft> = { [Name in keyof Draft]: Draft[Name] | null };

/** What `NewRecordScreen` and `UpdateRecordScreen` pass to a form. */
export type RecordFormProps<Draft> = {
  /** The record to edit; a new one by default. */
  draft?: Draft;
  onSubmit: (draft: Draft, form: ResettableForm<Draft>) => Promise<unknown>;
  /** Gets errors that no field shows. */
  onFailure: (error: unknown) => void;
  ref?: Ref<HTMLFormElement>;
  /** The buttons that submit and leave the form, for its end. */
  buttons: ReactNode;
};
