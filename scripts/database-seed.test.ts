import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { isLocal } from "./database-seed.ts";

const services = { SMTP_URL: "smtp://mail.example.com", AUTH_SECRET: "a secret of 32 characters or more" };

test.each([
  ["the embedded database", {}, true],
  ["a database on this machine", { DATABASE_URL: "postgresql://localhost/books" }, true],
  ["one at a socket", { DATABASE_URL: "postgresql:///books?host=/run/postgresql" }, true],
  ["a database elsewhere", { DATABASE_URL: "postgresql://db.example.com/books" }, false],
  [
    "one elsewhere, through a pooler on this machine",
    {
      DATABASE_URL: "postgresql://localhost/books",
      DATABASE_DIRECT_URL: "postgresql://db.example.com/books",
    },
    false,
  ],
  [
    "a product that others reach",
    { ...services, DATABASE_URL: "postgresql://localhost/books", BASE_URL: "https://books.example.com" },
    false,
  ],
  [
    "a product that listens to others",
    { ...services, DATABASE_URL: "postgresql://localhost/books", HOST: "0.0.0.0" },
    false,
  ],
])("npm run db:seed adds accounts only on this machine: %s", (_, env, expected) => {
  expect(isLocal(readConfig(env))).toBe(expected);
});
