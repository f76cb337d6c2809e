import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { Button } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { useMessage } from "#ui/form/messages.ts";
import { DataTable } from "#ui/list/data-table.tsx";
import {
  problemKinds,
  type ImportProblem,
  type ImportResult,
  type ProblemKind,
} from "../../import/schema.ts";

/** What is wrong with a file: how much, and each problem with its row. */
export function ImportProblems({ result }: { result: ImportResult }) {
  const { t, i18n } = useTranslation("booksImport");
  const [chosen, setChosen] = useState<ProblemKind>();
  const columns = useColumns();
  const { problems, counts, total } = result;
  const numberOf = (count: number) => formatNumber(i18n.language as Language, count);
  const shown = problems.filter(({ kind }) => chosen === undefined || kind === chosen);

  return (
    <section className="grid gap-4">
      <Alert look="danger" isNews title={t("result.problems", { count: total, number: numberOf(total) })}>
        {t("result.problemsText")}
      </Alert>
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
