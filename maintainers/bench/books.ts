/**
 * Measures lists, searches and writes of books over HTTP with a session.
 *
 *   npm run bench -- books                    1,000,000 books
 *   npm run bench -- books --count 10000000   ten million
 */
import { generateBooks } from "../../src/features/books/fixtures/generate-books.ts";
import { subjectsOf } from "./books/subjects.ts";
import { compareSizes } from "./lists/compare.ts";

await compareSizes({ name: "books", generate: generateBooks, subjectsOf });
