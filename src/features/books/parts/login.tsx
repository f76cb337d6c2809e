import { Cover } from "../cover/cover.tsx";
import "../cover/cover-wall.css";

const books = [
  { title: "Pride and Prejudice", author: "Jane Austen", hue: 95 },
  { title: "The Left Hand of Darkness", author: "Ursula K. Le Guin", hue: 240 },
  { title: "Things Fall Apart", author: "Chinua Achebe", hue: 40 },
  { title: "The Moonstone", author: "Wilkie Collins", hue: 20 },
  { title: "Kusadikika", author: "Shaaban Robert", hue: 185 },
  { title: "موسم الهجرة إلى الشمال", author: "الطيب صالح", hue: 75 },
  { title: "Dom Casmurro", author: "Machado de Assis", hue: 130 },
  { title: "The Hobbit", author: "J. R. R. Tolkien", hue: 295 },
  { title: "Leaves of Grass", author: "Walt Whitman", hue: 345 },
];

/** A decorative, tilted grid of nine covers beside the login form, on wide screens. */
export function Aside() {
  return (
    <div className="cover-wall" aria-hidden>
      <div className="cover-wall-grid">
        {books.map((book) => (
          <Cover key={book.title} {...book} size="large" />
        ))}
      </div>
    </div>
  );
}
