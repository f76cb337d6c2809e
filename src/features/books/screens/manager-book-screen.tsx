import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DeleteButton } from "#resource/ui/record/delete-record.tsx";
import { DeletedAlert } from "#resource/ui/record/deleted-alert.tsx";
import { EditLink } from "#resource/ui/record/edit-link.tsx";
import { usePreviousListSearch } from "#resource/ui/list/previous-list.ts";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { CoverOfBook } from "../cover/cover.tsx";
import { bookQuery } from "../queries.ts";
import { BookFacts } from "./book-facts.tsx";
import { DeleteBook } from "./delete-book.tsx";

/** Manager's page of a book (specification, "Manager book detail"). */
export function ManagerBookScreen({ id }: { id: string }) {
  const { data: book, error } = useSuspenseQuery(bookQuery(id));
  const navigate = useNavigate();
  const previousSearch = usePreviousListSearch("/manager/books");
  return (
    <>
      <PageTitle>{book.title}</PageTitle>
      <DeletedAlert error={error} />
      <PageHeader title={<bdi>{book.title}</bdi>} text={<bdi>{book.author}</bdi>}>
        <DeleteButton
          record={book}
          renderDialog={(dialog) => (
            <DeleteBook
              {...dialog}
              onDeleted={() => navigate({ to: "/manager/books", search: previousSearch })}
            />
          )}
        />
        <EditLink to="/manager/books/$id/update" params={{ id }} state />
      </PageHeader>
      <div className="mt-6 grid gap-8 sm:grid-cols-[13rem_1fr] lg:gap-12">
        <div className="w-full max-w-52 max-sm:mx-auto">
          <CoverOfBook book={book} isFirst />
        </div>
        <BookFacts book={book} hasTimes />
      </div>
    </>
  );
}
