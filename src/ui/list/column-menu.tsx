import { useTranslation } from "#i18n/use-translation.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { ColumnsIcon } from "../icons.ts";
import { Popover } from "../overlays/popover.tsx";

type ColumnMenuProps = {
  /** In their order. The first one names the rows: it is always shown. */
  columns: readonly { key: string; header: string }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
};

/** Chooses the columns of a list. */
export function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps) {
  const { t } = useTranslation("components");
  const title = t("columns.title");
  const keys = columns.map(({ key }) => key);
  return (
    <Popover
      label={title}
      trigger={
        <>
          <ColumnsIcon className="size-5" />
          <span className="sr-only">{title}</span>
        </>
      }
      triggerClassName="grid size-control shrink-0 place-items-center rounded-control text-muted-foreground hover:bg-muted hover:text-foreground"
    >
      <fieldset className="min-w-44 px-4 py-3">
        <legend className="float-start mb-1 w-full text-sm text-muted-foreground">{title}</legend>
        {columns.map(({ key, header }, index) => (
          <Checkbox
            key={key}
            label={header}
            className="clear-both"
            checked={!hidden.includes(key)}
            disabled={index === 0}
            onChange={({ currentTarget: { checked } }) =>
              onChange(keys.filter((other) => (other === key ? !checked : hidden.includes(other))))
            }
          />
        ))}
      </fieldset>
    </Popover>
  );
}
