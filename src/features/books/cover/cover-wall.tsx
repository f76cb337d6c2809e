import { Cover } from "./cover.tsx";
import "./cover-wall.css";

type CoverShelfProps = { books: { title: string; author: string; hue: number }[] };

/** Covers laid out on a tilted grid, to look at beside a form: decoration, on wide screens only. Best with nine. */
export function CoverWall({ books }: CoverShelfProps) {
  return (
    <div className="cover-wall" aria-hidden>
      <div className="cover-wall-grid">
        {books.map((book) => (
          <Cover key={`${book.title}\n${book.author}`} {...book} size="large" />
        ))}
      </div>
    </div>
  );
}
