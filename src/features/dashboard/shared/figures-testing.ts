/** What tests do with the figures of a feature: its `parts/dashboard.testing.ts` exports it as `figures`. */
export type FiguresTesting = {
  /** Statements that change what is counted, with random rows, ages and order. */
  writes: (() => string)[];
  /** Statements that make all rows older by an interval. */
  age: (interval: string) => string;
  /** Queries of the totals, and of the numbers of `day`. */
  totals: Record<string, string>;
  daily: Record<string, string>;
};
