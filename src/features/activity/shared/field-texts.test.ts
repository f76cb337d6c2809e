import { expect, test } from "vitest";
import { field } from "#resource/fields.ts";
import { activityTexts } from "./field-texts.ts";

test("the activity shows years, amounts and days as such", () => {
  const name = "resource:fields.created";
  const fields = {
    note: field.text(name),
    vintage: field.year(name),
    price: field.money(name),
    drinkFrom: field.date(name),
  };
  expect(activityTexts(fields).formats).toEqual({ vintage: "year", price: "money", drinkFrom: "day" });
});
