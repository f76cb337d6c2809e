import { RecordActivity } from "#features/activity/shared/activity-card.tsx";
import { RecordScreen } from "#resource/ui/record/record-screen.tsx";
import { CoverOfBook } from "../cover/cover-of-book.tsx";
import { bookRecords } from "../queries.ts";
import { BookFacts } from "./book-facts.tsx";
import { DeleteBook } from "./delete-book.tsx";

/** Manager's page of a book (specification, "Manager book detail"). */
export function ManagerBookScreen() {
  return (
    <RecordScreen
      records={bookRecords}
      text={({ author }) => <bdi>{author}</bdi>}
      deleteDialog={(dialog) => <DeleteBook {...dialog} />}
      below={<RecordActivity type="book" />} // optional: activity
    >
      {(book) => (
        <div className="grid gap-8 sm:grid-cols-[13rem_1fr] lg:gap-12">
          <div className="w-full max-w-52 max-sm:mx-auto">
            <CoverOfBook
              book={book}
              isFirst // optional: images
            />
          </div>
          <BookFacts book={book} hasTimes />
        </div>
      )}
    </RecordScreen>
  );
}
