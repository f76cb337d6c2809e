import { NewRecordScreen } from "#resource/ui/record/new-record-screen.tsx";
import { bookRecords } from "../queries.ts";
import { BookForm, toBookInput } from "./book-form.tsx";

/** Adds a book (specification, "New book and Update book"). */
export function NewBookScreen() {
  return (
    <NewRecordScreen
      records={bookRecords}
      titleKey="books:new.title"
      failedKey="books:new.failed"
      toInput={toBookInput}
      form={BookForm}
    />
  );
}
