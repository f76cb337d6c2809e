import { Cover } from "./cover.tsx";
import "./cover-wall.css";

type CoverWallProps = { books: { title: string; author: string; hue: number }[] };

/** A decorative, tilted grid of nine covers beside a form, on wide screens. */
export function CoverWall({ books }: CoverWallProps) {
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
