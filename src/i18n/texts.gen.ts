/* Made by `npm run fix` from the folders of texts. */
import type areas from "#app/messages/en.json";
import type authAccount from "#features/auth/account/messages/en.json";
import type authErrors from "#features/auth/errors/messages/en.json";
import type authMails from "#features/auth/mails/messages/en.json";
import type auth from "#features/auth/messages/en.json";
import type booksImport from "#features/books/import/messages/en.json";
import type books from "#features/books/messages/en.json";
import type dashboard from "#features/dashboard/messages/en.json";
import type genres from "#features/genres/messages/en.json";
import type home from "#features/home/messages/en.json";
import type common from "#i18n/messages/en.json";
import type components from "#ui/messages/en.json";

/** The English texts of each namespace: the keys that there are. */
export type Texts = {
  areas: typeof areas;
  authAccount: typeof authAccount;
  authErrors: typeof authErrors;
  authMails: typeof authMails;
  auth: typeof auth;
  booksImport: typeof booksImport;
  books: typeof books;
  dashboard: typeof dashboard;
  genres: typeof genres;
  home: typeof home;
  common: typeof common;
  components: typeof components;
};

export type Namespace = keyof Texts;
