/**
 * Measures lists, searches, a user's page and administration over HTTP with a session. Each user has two sessions and two
 * entries of activity.
 *
 *   npm run bench -- users                   1,000,000 users
 *   npm run bench -- users --count 100000    a hundred thousand
 */
import { compareSizes } from "./lists/compare.ts";
import { generateUsers } from "./users/generate-users.ts";
import { subjectsOf } from "./users/subjects.ts";

await compareSizes({ name: "users", generate: generateUsers, subjectsOf });
