import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { Language } from "#i18n/languages.ts";
import { Button } from "#ui/controls/button.tsx";
import { Checkbox } from "#ui/controls/checkbox.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { useMessage } from "#ui/form/messages.ts";
import { DataTable } from "#ui/list/data-table.tsx";
import {
  problemKinds,
  type ImportProblem,
  type ImportResult,
  type ProblemKind,
} from "../../import/schema.ts";

type ImportProblemsProps = {
  result: ImportResult;
  addsGenres: boolean;
  onAddsGenres: (adds: boolean) => void;
};

/** What is wrong with a file: how much, genres that are missing, and each problem with its row. */
export function ImportProblems({ result, addsGenres, onAddsGenres }: ImportProblemsProps) {
  const { t, i18n } = useTranslation("booksImport");
  const [chosen, setChosen] = useState<ProblemKind>();
  const columns = useColumns();
  const { problems, counts, total, missingGenres } = result;
  const numberOf = (count: number) => formatNumber(i18n.language as Language, count);
  const shown = problems.filter(({ kind }) => chosen === undefined || kind === chosen);

  return (
    <section className="grid gap-4">
      <Alert look="danger" isNews title={t("result.problems", { count: total, number: numberOf(total) })}>
        {t("result.problemsText")}
      </Alert>
      {missingGenres.count > 0 && (
        <Alert
          look="warning"
          title={
            <Checkbox
              label={t("addGenres", { count: missingGenres.count, number: numberOf(missingGenres.count) })}
              checked={addsGenres}
              onChange={(event) => onAddsGenres(event.currentTarget.checked)}
            />
          }
        >
          <MissingGenres missing={missingGenres} />
        </Alert>
      )}
      <KindFilter counts={counts} total={total} chosen={chosen} onChoose={setChosen} />
      {shown.length > 0 && (
        <DataTable
          label={t("result.problems", { count: total, number: numberOf(total) })}
          rows={shown.map((problem, index) => ({
            ...problem,
            key: `${problem.row} ${problem.kind} ${index}`,
          }))}
          rowKey={({ key }) => key}
          columns={columns}
        />
      )}
      {total > problems.length && (
        <p className="text-sm text-ink-soft">
          {t("result.first", { count: problems.length, number: numberOf(problems.length) })}
        </p>
      )}
    </section>
  );
}

/** How many genres are named one by one. */
const namedOneByOne = 10;

function MissingGenres({ missing: { names, count } }: { missing: ImportResult["missingGenres"] }) {
  const { t, i18n } = useTranslation("booksImport");
  const numberOf = (number: number) => formatNumber(i18n.language as Language, number);
  const named = names.slice(0, namedOneByOne);
  const others = count - named.length;
  return (
    <ul>
      {named.map(({ name, rows }) => (
        <li key={name}>
          <Isolated>{t("missing", { count: rows, number: numberOf(rows), name: isolate(name) })}</Isolated>
        </li>
      ))}
      {others > 0 && <li>{t("moreMissing", { count: others, number: numberOf(others) })}</li>}
    </ul>
  );
}

type KindFilterProps = {
  counts: ImportResult["counts"];
  total: number;
  chosen: ProblemKind | undefined;
  onChoose: (kind: ProblemKind | undefined) => void;
};

/** Narrows the problems down, where there are several kinds of them. */
function KindFilter({ counts, total, chosen, onChoose }: KindFilterProps) {
  const { t, i18n } = useTranslation("booksImport");
  const numberOf = (count: number) => formatNumber(i18n.language as Language, count);
  const kinds = problemKinds.filter((kind) => counts[kind]);
  if (kinds.length < 2) return null;
  const choices = [
    { kind: undefined, label: t("result.all"), count: total },
    ...kinds.map((kind) => ({ kind, label: t(`kinds.${kind}`), count: counts[kind] ?? 0 })),
  ];
  return (
    <div role="group" aria-label={t("result.filter")} className="flex flex-wrap gap-2">
      {choices.map(({ kind, label, count }) => (
        <Button
          key={kind ?? ""}
          look={kind === chosen ? "primary" : "secondary"}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {label} <span className="font-normal tabular-nums">{numberOf(count)}</span>
        </Button>
      ))}
    </div>
  );
}

function useColumns() {
  const { t } = useTranslation(["booksImport", "books"]);
  const textOf = useMessage();
  return [
    {
      key: "row",
      header: t("booksImport:fields.row"),
      cell: ({ row }: ImportProblem) => <span className="font-semibold tabular-nums">{row}</span>,
    },
    {
      key: "field",
      header: t("booksImport:fields.column"),
      cell: ({ field }: ImportProblem) => field && t(`books:fields.${field}`),
    },
    {
      key: "value",
      header: t("booksImport:fields.value"),
      cell: ({ value }: ImportProblem) => value.trim() && <bdi>{value}</bdi>,
    },
    {
      key: "problem",
      header: t("booksImport:fields.problem"),
      cell: ({ text }: ImportProblem) => textOf(text),
    },
  ];
}
