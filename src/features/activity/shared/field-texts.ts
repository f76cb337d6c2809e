import { type Field, type Fields, mapFields } from "#resource/fields.ts";

const formatOf: Partial<Record<Field["kind"], "year" | "money" | "day">> = {
  year: "year",
  money: "money",
  date: "day",
};

/** How the activity names the fields, and shows their values. */
export function activityTexts(fields: Fields) {
  const formats = Object.entries(fields).flatMap(([name, { kind }]) => {
    const format = formatOf[kind];
    return format ? [[name, format] as const] : [];
  });
  return { fields: mapFields(fields, ({ name }) => name), formats: Object.fromEntries(formats) };
}
