import { Autocomplete } from "@base-ui/react/autocomplete";
import { Link } from "@tanstack/react-router";
import { CheckIcon } from "../icons.ts";
import type { Command } from "./palette.ts";

type PaletteItemProps = { command: Command; onChoose: (command: Command) => void };

/** A line of the command palette. What leads somewhere is a link, so that it can be opened beside the page as well. */
export function PaletteItem({ command, onChoose }: PaletteItemProps) {
  const { label, isName, icon: Icon, hint, isChecked } = command;
  return (
    <Autocomplete.Item
      value={command}
      className="palette-item"
      aria-checked={isChecked}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChoose(command);
      }}
      {...("link" in command && { render: <Link {...command.link} preload="intent" tabIndex={-1} /> })}
    >
      <span className="palette-icon">{Icon && <Icon className="size-5" />}</span>
      <span className="palette-text">
        <span className={isName ? "palette-label palette-name" : "palette-label"}>
          <bdi>{label}</bdi>
        </span>
        {hint && (
          <span className="palette-hint">
            <bdi>{hint}</bdi>
          </span>
        )}
      </span>
      {isChecked && <CheckIcon className="size-4 text-accent" />}
    </Autocomplete.Item>
  );
}
