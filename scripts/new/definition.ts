/** A resource's names: "wine", "wines", and as types: "Wine", "Wines". */
export type Names = { one: string; many: string; One: string; Many: string };

/** The resource that a field refers to. */
export type Reference = {
  /** The name of its table in the database, as people type it: "user". */
  name: string;
  /** The folder of its feature: "users". */
  feature: string;
  /** The constant with its Drizzle table, and that with its records. */
  table: string;
  records: string;
  /** The columns of its name; a later one is shown where those before are empty. */
  nameColumns: string[];
};

export type Field = {
  /** As in code: "drinkFrom". */
  name: string;
  /** As in the database: "drink_from". */
  column: string;
  kind: string;
  isRequired: boolean;
  /** Of a choice. */
  choices: string[];
  /** Of a reference. */
  reference?: Reference;
};
