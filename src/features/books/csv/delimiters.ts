/** What may stand between the cells of a row, by the names that people and addresses have for it. */
export const delimiters = { comma: ",", semicolon: ";", tab: "\t" } as const;

export type Delimiter = keyof typeof delimiters;

export const delimiterNames = Object.keys(delimiters) as Delimiter[];
