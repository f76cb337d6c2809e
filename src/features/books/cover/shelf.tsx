import { Cover } from "./cover.tsx";
import "./shelf.css";

type CoverShelfProps = { books: { title: string; author: string; hue: number }[] };

/** Covers laid out on a tilted grid, to look at beside a form: decoration, on wide screens only. Best with nine. */
export function CoverShelf({ books }: CoverShelfProps) {
  return (
    <div className="cover-shelf" aria-hidden>
      <div className="cover-shelf-grid">
        {books.map((book) => (
          <Cover key={`${book.title}\n${book.author}`} {...book} size="large" />
        ))}
      </div>
    </div>
  );
}
