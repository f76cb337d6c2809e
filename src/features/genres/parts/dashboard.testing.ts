import type { FiguresTesting } from "#features/dashboard/shared/figures-testing.ts";

export const figures: FiguresTesting = {
  writes: [
    () => "INSERT INTO genre (name, hue) VALUES (gen_random_uuid(), 0)",
    () => "DELETE FROM genre WHERE id = (SELECT id FROM genre WHERE name NOT LIKE 'Genre%' LIMIT 1)",
  ],
  age: () => "",
  totals: { genres: "SELECT count(*)::int FROM genre" },
  daily: {},
};
