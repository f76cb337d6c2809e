import { csvExport } from "#resource/server/csv/csv-export.ts";
import { userListQuerySchema } from "../schema.ts";
import { userList } from "./user-list.ts";

/** Handles GET /api/users.csv. */
export const exportUsers = csvExport({
  permission: { apps: ["manager"], user: ["list"] },
  fileName: "users:title",
  query: userListQuerySchema,
  stream: ({ database }, query) => userList.stream(database.sql, query),
  columns: [
    { name: "users:fields.name", value: (user) => user.name },
    { name: "users:fields.email", value: (user) => user.email },
    { name: "users:filters.verified", value: (user) => user.emailVerified },
    { name: "users:fields.roles", value: (user) => user.roles.join(", ") },
    { name: "users:filters.banned", value: (user) => user.ban !== null },
    { name: "users:fields.onboarded", value: (user) => user.onboardedAt },
    { name: "users:fields.created", value: (user) => user.createdAt },
    { name: "users:fields.updated", value: (user) => user.updatedAt },
  ],
});
