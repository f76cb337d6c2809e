import { useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { Button } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { useErrorMessage } from "#ui/form/messages.ts";
import { DownloadIcon } from "#ui/icons.ts";
import { DataTable } from "#ui/list/data-table.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { byteOrderMark, formatRow } from "../../csv/format.ts";
import {
  problemKinds,
  type ImportFields,
  type ImportProblem,
  type ImportResult,
  type ProblemKind,
} from "../../csv/import-schema.ts";
import { useFieldName } from "./use-import.ts";

type ImportProblemsProps = {
  fields: ImportFields;
  result: ImportResult;
  fileName: string;
  delimiter: string;
};

/** The number of problems that are shown at first and with each "Show more". */
const pageSize = 100;

/** The problems of a file by row, which can be filtered by kind and downloaded. */
export function ImportProblems({ fields, result, fileName, delimiter }: ImportProblemsProps) {
  const { t } = useTranslation("resourceImport");
  const [kind, setKind] = useState<ProblemKind>();
  const [limit, setLimit] = useState(pageSize);
  const rows = useRef<HTMLTableSectionElement>(null);
  const columns = useColumns(fields);
  const { problems, counts, total } = result;
  const title = t("result.problems", { count: total });
  const matching = problems.filter((problem) => kind === undefined || problem.kind === kind);
  const shown = matching.slice(0, limit);

  function download() {
    const name = t("result.fileName", { name: fileName.replace(/\.[^.]*$/, "") });
    const rows = problems.map((problem) => columns.map(({ textOf }) => textOf(problem)));
    const lines = [columns.map(({ header }) => header), ...rows].map((cells) => formatRow(cells, delimiter));
    saveFile(new Blob([byteOrderMark, ...lines], { type: "text/csv" }), `${name}.csv`);
  }

  return (
    <section className="grid gap-4">
      <Alert
        variant="danger"
        isAnnounced
        title={title}
        action={
          <Button onClick={download}>
            <DownloadIcon className="size-5" />
            {t("result.download")}
          </Button>
        }
      >
        {t("result.problemsText")}
      </Alert>
      <KindFilter
        counts={counts}
        total={total}
        value={kind}
        onChange={(newKind) => {
          setKind(newKind);
          setLimit(pageSize);
        }}
      />
      {shown.length > 0 && (
        <DataTable
          ref={rows}
          label={title}
          rows={shown.map((problem, index) => ({
            ...problem,
            key: `${problem.row} ${problem.kind} ${index}`,
          }))}
          rowKey={({ key }) => key}
          columns={columns}
        />
      )}
      <LoadMore
        label={t("result.more")}
        rows={rows}
        count={shown.length}
        hasMore={shown.length < matching.length}
        isLoading={false}
        onLoad={async () => setLimit(limit + pageSize)}
      />
      {total > problems.length && (
        <p className="text-sm text-muted-foreground">{t("result.first", { count: problems.length })}</p>
      )}
    </section>
  );
}

type KindFilterProps = {
  counts: ImportResult["counts"];
  total: number;
  value: ProblemKind | undefined;
  onChange: (kind: ProblemKind | undefined) => void;
};

/** Downloads a file that was created in the browser. */
function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Filters the problems by kind, if there are several kinds. */
function KindFilter({ counts, total, value, onChange }: KindFilterProps) {
  const { t, i18n } = useTranslation("resourceImport");
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
          variant={kind === value ? "primary" : "secondary"}
          aria-pressed={kind === value}
          onClick={() => onChange(kind)}
        >
          {label} <span className="font-normal tabular-nums">{formatNumber(i18n.language, count)}</span>
        </Button>
      ))}
    </div>
  );
}

/** The columns of the table, and of the file with the same texts. */
function useColumns(fields: ImportFields) {
  const { t } = useTranslation("resourceImport");
  const nameOf = useFieldName(fields);
  const messageOf = useErrorMessage();
  const texts = {
    row: ({ row }: ImportProblem) => String(row),
    column: ({ field }: ImportProblem) => nameOf(field),
    value: ({ value }: ImportProblem) => value,
    problem: ({ text }: ImportProblem) => messageOf(text),
  };
  return (["row", "column", "value", "problem"] as const).map((key) => ({
    key,
    header: t(`fields.${key}`),
    textOf: texts[key],
    cell: (problem: ImportProblem) =>
      key === "row" ? (
        <span className="font-semibold tabular-nums">
          {/* On a phone, rows are cards without column headings. */}
          <span className="md:hidden">{t("fields.row")} </span>
          {problem.row}
        </span>
      ) : (
        texts[key](problem).trim() && <bdi>{texts[key](problem)}</bdi>
      ),
  }));
}
