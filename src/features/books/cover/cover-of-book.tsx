import type { Book } from "../schema.ts";
import { Cover, type CoverOptions } from "./cover.tsx";
import { PicturedCover } from "./cover-picture.tsx";

/** The cover of a book, as wide as its container. */
export function CoverOfBook({ book, ...options }: { book: Book } & CoverOptions) {
  const { title, author, genre } = book;
  const design = { title, author, hue: genre.hue, ...options };
  if (book.cover) return <PicturedCover {...design} picture={book.cover} />; // optional: images
  return <Cover {...design} />;
}
