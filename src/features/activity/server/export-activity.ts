import { csvExport } from "#resource/server/csv/csv-export.ts";
import { activityQuerySchema, type ActivityEntry } from "../schema.ts";
import { streamActivity } from "../store.ts";

/** Handles GET /api/activity.csv. Actions, kinds and fields have the same names in every language. */
export const exportActivity = csvExport({
  permission: { apps: ["manager"], activity: ["read"] },
  fileName: "activity:title",
  query: activityQuerySchema,
  stream: ({ database }, query) => streamActivity(database.sql, query),
  columns: [
    { name: "activity:columns.time", value: ({ at }) => at },
    { name: "activity:columns.person", value: ({ actor }) => actor?.name ?? null },
    { name: "activity:columns.email", value: ({ actor }) => actor?.email ?? null },
    { name: "activity:columns.actingFor", value: ({ actingFor }) => actingFor?.name ?? null },
    { name: "activity:columns.key", value: ({ key }) => key?.name ?? null }, // optional: api-keys
    { name: "activity:columns.action", value: ({ action }) => action },
    { name: "activity:columns.type", value: ({ subject }) => subject.type },
    { name: "activity:columns.thing", value: ({ subject }) => subject.name ?? subject.id },
    { name: "activity:columns.before", value: ({ before }) => textOf(before) },
    { name: "activity:columns.after", value: ({ after }) => textOf(after) },
    { name: "activity:columns.address", value: ({ clientAddress }) => clientAddress },
    { name: "activity:columns.browser", value: ({ browser }) => browser },
    { name: "activity:columns.system", value: ({ system }) => system },
  ],
});

function textOf(values: ActivityEntry["before"]): string | null {
  return values && JSON.stringify(values);
}
